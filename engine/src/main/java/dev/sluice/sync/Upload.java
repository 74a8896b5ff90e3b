package dev.sluice.sync;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Order;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Scan;
import dev.sluice.metrics.Metrics;
import dev.sluice.negentropy.Ids;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.pace.Gate;
import dev.sluice.session.Published;
import dev.sluice.session.Refusal;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends a relay the events that it lacks, a bounded number at a time without their OK. What the relay does not want is
 * counted, remembered and not offered again. Used by one thread.
 */
final class Upload {
    /** Ids that are looked up in the archive at a time. */
    private static final int BATCH = 500;

    /** How often an event is sent that the relay was too busy for. */
    private static final int TRIES = 8;

    /** So many events in a row without an OK: the relay answers none. */
    private static final int MOST_SILENT = 3;

    private final RelaySession session;
    private final EventArchive archive;
    private final Confirmation confirmation;
    private final SyncCounts counts;
    private final Time time;
    private final Duration patience;
    private final int inFlight;

    /** Open until the relay finds us too fast. */
    private final Gate gate;

    // mutable state
    private @Nullable Set<EventId> unwanted;
    private final Deque<Sent> waiting = new ArrayDeque<>();
    private String firstRejection = "";
    private int silent;

    private long slowedNanos;

    private record Sent(Event event, Published published, int tries, long nanos) {}

    /**
     * @param patience how long an OK may take
     * @param inFlight events that may wait for their OK
     */
    Upload(
            RelaySession session,
            EventArchive archive,
            Confirmation confirmation,
            SyncCounts counts,
            Time time,
            Metrics metrics,
            Duration patience,
            int inFlight) {
        this.session = session;
        this.archive = archive;
        this.confirmation = confirmation;
        this.counts = counts;
        this.time = time;
        this.patience = patience;
        this.inFlight = inFlight;
        this.gate = Gate.open(Gate.Kind.UPLOAD, time, metrics);
        this.slowedNanos = time.nanos();
    }

    /** The relay's words for the first event that it did not want; empty when there was none. */
    String firstRejection() {
        return firstRejection;
    }

    /** Offers every event of a filter but some. Blocks as {@link #send}. */
    Optional<Setback> sendAllBut(Base base, Set<EventId> held) throws InterruptedException {
        Set<EventId> unwanted = unwanted(base);
        Scan<Event> scan = archive.events(base.filter(), Order.OLDEST_FIRST);
        for (List<Event> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            for (Event event : slice) {
                if (held.contains(event.id())) {
                    continue;
                }
                counts.found(1, 0);
                boolean skips = event.isProtected() || unwanted.contains(event.id());
                Optional<Setback> setback = skips ? skipped() : offer(base, event, 1);
                if (setback.isPresent()) {
                    return setback;
                }
            }
        }
        return settle(base, 0);
    }

    /** Blocks until every event was offered and answered, or the relay stood in the way. */
    Optional<Setback> send(Base base, Ids ids) throws InterruptedException {
        Set<EventId> unwanted = unwanted(base);
        for (int at = 0; at < ids.size(); at += BATCH) {
            Set<EventId> batch = new HashSet<>();
            for (int i = at; i < Math.min(ids.size(), at + BATCH); i++) {
                batch.add(ids.get(i, EventId::new));
            }
            int offered = batch.size();
            batch.removeAll(unwanted);
            counts.skipped(offered - batch.size());
            Optional<Setback> setback = sendAll(base, batch);
            if (setback.isPresent()) {
                return setback;
            }
        }
        return settle(base, 0);
    }

    private Optional<Setback> sendAll(Base base, Set<EventId> batch) throws InterruptedException {
        Scan<Event> scan = archive.events(Filter.ALL.withIds(batch), Order.OLDEST_FIRST);
        for (List<Event> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            for (Event event : slice) {
                Optional<Setback> setback = event.isProtected() ? skipped() : offer(base, event, 1);
                if (setback.isPresent()) {
                    return setback;
                }
            }
        }
        return Optional.empty();
    }

    /** Only its author may publish a protected event (NIP-70), and what was not wanted is not offered again. */
    private Optional<Setback> skipped() {
        counts.skipped(1);
        return Optional.empty();
    }

    private Optional<Setback> offer(Base base, Event event, int tries) throws InterruptedException {
        gate.awaitTurn();
        Optional<Published> published = session.publish(event);
        if (published.isEmpty()) {
            return Optional.of(new Setback.NotStarted(new Start.Over()));
        }
        waiting.addLast(new Sent(event, published.get(), tries, time.nanos()));
        return settle(base, inFlight - 1);
    }

    /** Takes answers until no more than so many are outstanding. */
    private Optional<Setback> settle(Base base, int left) throws InterruptedException {
        Optional<Setback> setback = Optional.empty();
        while (waiting.size() > left && setback.isEmpty()) {
            setback = take(base, waiting.removeFirst());
        }
        return setback;
    }

    private Optional<Setback> take(Base base, Sent sent) throws InterruptedException {
        Published.Answer answer;
        try (Published published = sent.published()) {
            answer = published.await(time.after(patience));
        }
        silent = answer instanceof Published.Answer.Silent ? silent + 1 : 0;
        return switch (answer) {
            case Published.Answer.Accepted accepted -> {
                if (!accepted.before()) {
                    counts.uploaded();
                }
                yield Optional.empty();
            }
            case Published.Answer.Rejected rejected -> rejected(base, sent, rejected.refusal());
            case Published.Answer.Silent none -> silent();
            case Published.Answer.Gone gone -> Optional.of(new Setback.NotStarted(new Start.Over()));
        };
    }

    private Optional<Setback> silent() {
        counts.rejected();
        return silent >= MOST_SILENT ? Optional.of(new Setback.Failed(new Terminal.Idle())) : Optional.empty();
    }

    private Optional<Setback> rejected(Base base, Sent sent, Refusal refusal) throws InterruptedException {
        return switch (refusal.reaction()) {
            case RATE_LIMIT, TOO_MANY_QUERIES, TRANSIENT_ERROR -> again(base, sent, refusal);
            case AUTH_REQUIRED -> Optional.of(new Setback.Failed(new Terminal.Refused(refusal)));
            case SUBSCRIPTION_LIMIT,
                    RETAINED_BYTES,
                    FILTER_COUNT,
                    FILTER_TOO_BIG,
                    RESULTS_TOO_MANY,
                    POLICY_PAUSE,
                    NEG_UNSUPPORTED,
                    NEG_TOO_BIG,
                    NEG_TOO_MANY,
                    NEG_TIMEOUT,
                    IGNORED -> unwanted(base, sent.event(), refusal);
        };
    }

    /** The relay was too busy: slower, and a bounded number of times. */
    private Optional<Setback> again(Base base, Sent sent, Refusal refusal) throws InterruptedException {
        if (sent.tries() >= TRIES) {
            note(refusal);
            return Optional.empty();
        }
        slowDown(sent, refusal);
        return offer(base, sent.event(), sent.tries() + 1);
    }

    /** Events that were under way together are refused together: that is one reason to go slower, not many. */
    private void slowDown(Sent sent, Refusal refusal) throws InterruptedException {
        if (sent.nanos() - slowedNanos < 0) {
            return;
        }
        gate.widen(Duration.ZERO);
        long asked = refusal instanceof Refusal.Rate rate ? rate.waitSeconds().orElse(0) : 0;
        time.sleep(Duration.ofSeconds(Math.min(asked, SyncEnd.MOST_WAIT.toSeconds())));
        slowedNanos = time.nanos();
    }

    private Optional<Setback> unwanted(Base base, Event event, Refusal refusal) throws InterruptedException {
        note(refusal);
        unwanted(base).add(event.id());
        confirmation.unwanted(base, new Refusals.Item(event.createdAt(), event.id(), Refusals.Reason.INVALID, 0));
        return Optional.empty();
    }

    private void note(Refusal refusal) {
        counts.rejected();
        firstRejection = firstRejection.isEmpty() ? refusal.text() : firstRejection;
    }

    /** What the relay did not want, before and now; read once. */
    private Set<EventId> unwanted(Base base) throws InterruptedException {
        Set<EventId> known = unwanted;
        if (known == null) {
            known = readUnwanted(base);
            unwanted = known;
        }
        return known;
    }

    private Set<EventId> readUnwanted(Base base) throws InterruptedException {
        Set<EventId> ids = new HashSet<>();
        Scan<Refusals.Item> scan = archive.refusals(base.relay(), Confirmation.unwantedKey(base));
        for (List<Refusals.Item> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            slice.forEach(item -> ids.add(item.id()));
        }
        return ids;
    }
}
