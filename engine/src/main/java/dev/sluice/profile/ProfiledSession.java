package dev.sluice.profile;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.profile.FilterRules.Breach;
import dev.sluice.relay.ClientAddress;
import dev.sluice.relay.ClientConnection;
import dev.sluice.relay.ClientOutput;
import dev.sluice.task.TaskScope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One client of a profiled relay: what the profile lets pass goes on to the relay below. */
final class ProfiledSession implements ClientConnection {
    /** chorus keeps an address out for so long at least. */
    private static final Duration BAN = Duration.ofSeconds(1);

    private final ProfiledRelay relay;
    private final Profile profile;
    private final ProfiledAnswers answers;
    private final ProfiledOutput out;
    private final Voice voice;
    private final Buckets buckets;
    private final FilterRules rules;
    private final OpenRequests requests = new OpenRequests();
    private final ProfiledNegentropy negentropy;
    private final ClientConnection inner;
    private @Nullable TaskScope threads;
    private long faults;

    /** Read by the thread that looks for silence. */
    private volatile long busyNanos;

    private volatile boolean subscribed;

    private ProfiledSession(ProfiledRelay relay, ClientOutput output, ClientAddress address) {
        this.relay = relay;
        this.profile = relay.profile();
        this.answers = new ProfiledAnswers(profile, relay.archive(), relay.counts());
        this.negentropy = new ProfiledNegentropy(relay);
        this.out = new ProfiledOutput(output, answers::keepsEose, negentropy::end);
        this.voice = new Voice(profile, out);
        this.buckets = relay.buckets();
        this.rules = new FilterRules(profile);
        this.inner = relay.core().open(out, address, answers);
        this.busyNanos = relay.time().nanos();
    }

    /** Connects a client. */
    static ProfiledSession open(ProfiledRelay relay, ClientOutput output, ClientAddress address) {
        ProfiledSession session = new ProfiledSession(relay, output, address);
        if (relay.isBanned()) {
            session.out.cut();
        } else if (session.profile.limits().containsKey(Occasion.IDLE)) {
            session.threads = TaskScope.open("profile/" + address);
            session.threads.fork("idle", () -> {
                session.watchIdle();
                return address;
            });
        }
        return session;
    }

    @Override
    public void receive(String json) throws InterruptedException {
        if (out.isOver()) {
            return;
        }
        busyNanos = relay.time().nanos();
        long bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (profile.exceeds(Occasion.MESSAGE_BYTES, bytes)) {
            refuse(Breach.of(Occasion.MESSAGE_BYTES, bytes), null);
        } else if (!buckets.take(Occasion.MESSAGES, 1)) {
            refuse(Breach.of(Occasion.MESSAGES, 1), null);
        } else {
            switch (Codec.clientMessage(json)) {
                case Decoded.Malformed<ClientMessage> malformed -> pass(json);
                case Decoded.Message<ClientMessage>(ClientMessage message) -> take(message, json, bytes);
            }
        }
        subscribed = requests.count() + negentropy.count() > 0;
    }

    @Override
    public void close() {
        if (threads != null) {
            threads.cancel();
            threads.close();
        }
        inner.close();
    }

    private void take(ClientMessage message, String json, long bytes) throws InterruptedException {
        switch (message) {
            case ClientMessage.Req req -> request(req, json, bytes);
            case ClientMessage.Close close -> close(close, json);
            case ClientMessage.Count count -> passUnless(rate(1, count.filters().size()), count, json);
            case ClientMessage.NegOpen open -> reconcile(open, json);
            case ClientMessage.NegMsg msg -> passUnless(negentropy.proceed(msg), msg, json);
            case ClientMessage.NegClose close -> {
                negentropy.end(close.id());
                pass(json);
            }
            case ClientMessage.Publish publish -> pass(json);
            case ClientMessage.Auth auth -> pass(json);
        }
    }

    private void reconcile(ClientMessage.NegOpen open, String json) throws InterruptedException {
        Optional<Breach> breach = negentropy.served() ? rate(1, 1) : Optional.of(Breach.of(Occasion.NEG, 1));
        Optional<Breach> form = breach.isPresent() ? breach : negentropyForm(open);
        passUnless(form.isPresent() ? form : negentropy.open(open), open, json);
    }

    private Optional<Breach> negentropyForm(ClientMessage.NegOpen open) {
        Optional<Breach> form = rules.breach(List.of(open.filter().withLimit(OptionalInt.empty())));
        return profile.on(Occasion.NEG_FILTER).isEmpty()
                ? form
                : form.map(breach -> new Breach(Occasion.NEG_FILTER, breach.actual(), breach.field()));
    }

    private void passUnless(Optional<Breach> breach, ClientMessage message, String json) throws InterruptedException {
        if (breach.isPresent()) {
            refuse(breach.get(), message);
        } else {
            pass(json);
        }
    }

    private void pass(String json) throws InterruptedException {
        inner.receive(json);
    }

    private void request(ClientMessage.Req req, String json, long bytes) throws InterruptedException {
        relay.counts().subscriptions(requests.countWith(req.id()));
        Optional<Breach> breach = breach(req, bytes);
        if (breach.isPresent()) {
            refuse(breach.get(), req);
            return;
        }
        boolean full = isFull(req);
        if (full && profile.has(Habit.EVICTS)) {
            relay.counts().refuse(Occasion.SUBSCRIPTIONS);
            drop(requests.oldest());
        }
        requests.add(req.id(), req.filters(), bytes);
        pass(json);
        if (full && profile.has(Habit.COUNTS_AFTER_EOSE)) {
            drop(req.id());
            refuse(Breach.of(Occasion.SUBSCRIPTIONS, requests.count() + 1L), req);
        } else if (answers.isOver()) {
            drop(req.id());
            out.send(new RelayMessage.Closed(req.id(), ""));
        }
    }

    private Optional<Breach> breach(ClientMessage.Req req, long bytes) {
        Optional<Breach> rate = rate(1, req.filters().size());
        if (rate.isPresent()) {
            return rate;
        }
        Optional<Breach> form = rules.breach(req.filters());
        if (form.isPresent()) {
            return form;
        }
        if (!profile.on(Occasion.SCRAPER).isEmpty() && rules.scrapes(req.filters())) {
            return Optional.of(Breach.of(Occasion.SCRAPER, 0));
        }
        if (!profile.on(Occasion.DUPLICATE).isEmpty() && requests.has(req.id(), req.filters())) {
            return Optional.of(Breach.of(Occasion.DUPLICATE, 0));
        }
        boolean late = profile.has(Habit.EVICTS) || profile.has(Habit.COUNTS_AFTER_EOSE);
        if (!late && isFull(req)) {
            return Optional.of(Breach.of(Occasion.SUBSCRIPTIONS, requests.countWith(req.id())));
        }
        long retained = requests.bytesWith(req.id(), bytes);
        return profile.exceeds(Occasion.RETAINED_BYTES, retained)
                ? Optional.of(Breach.of(Occasion.RETAINED_BYTES, retained))
                : Optional.empty();
    }

    private boolean isFull(ClientMessage.Req req) {
        int with = profile.has(Habit.NO_REPLACING) ? requests.count() + 1 : requests.countWith(req.id());
        return profile.exceeds(Occasion.SUBSCRIPTIONS, with);
    }

    private Optional<Breach> rate(long queries, long filters) {
        if (!buckets.take(Occasion.QUERIES, queries)) {
            return Optional.of(Breach.of(Occasion.QUERIES, queries));
        }
        return buckets.take(Occasion.FILTER_TOKENS, filters)
                ? Optional.empty()
                : Optional.of(Breach.of(Occasion.FILTER_TOKENS, filters));
    }

    private void close(ClientMessage.Close close, String json) throws InterruptedException {
        if (requests.remove(close.id())) {
            pass(json);
            voice.act(Breach.of(Occasion.CLOSE, 1), close);
        } else if (!profile.on(Occasion.UNKNOWN_CLOSE).isEmpty()) {
            refuse(Breach.of(Occasion.UNKNOWN_CLOSE, 1), close);
        }
    }

    /** Ends a subscription without a word. */
    private void drop(SubscriptionId id) throws InterruptedException {
        requests.remove(id);
        pass(Codec.encode(new ClientMessage.Close(id)));
    }

    private void refuse(Breach breach, @Nullable ClientMessage message) {
        relay.counts().refuse(breach.occasion());
        voice.act(breach, message);
        faults += profile.faults().getOrDefault(breach.occasion(), 0L);
        if (faults >= profile.limit(Occasion.PUNISHMENT).orElse(Long.MAX_VALUE)) {
            relay.counts().refuse(Occasion.PUNISHMENT);
            voice.act(Breach.of(Occasion.PUNISHMENT, faults), message);
            relay.ban(BAN);
        }
    }

    private void watchIdle() throws InterruptedException {
        Duration most = Duration.ofSeconds(profile.limit(Occasion.IDLE).orElseThrow());
        while (!out.isOver()) {
            long deadline = busyNanos + most.toNanos();
            if (!relay.time().reached(deadline)) {
                relay.time().sleepUntil(deadline);
            } else if (subscribed) {
                relay.time().sleep(most);
            } else {
                voice.act(Breach.of(Occasion.IDLE, most.toSeconds()), null);
                return;
            }
        }
    }
}
