package dev.sluice.sync;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Field;
import dev.sluice.plan.Tier;
import dev.sluice.profile.Occasion;
import dev.sluice.profile.Profile;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Mirrors the set of the incident from one profiled relay: once cold, then over a second connection after the first was
 * cut and more had come. Everything but the relay is real, and time is manual.
 */
final class IncidentReplay implements AutoCloseable {
    /** As much as the slowest of the relays takes for all of it at its own rate. */
    private static final Duration LONGEST = Duration.ofHours(6);

    /** So long it is watched on: what is owed is paid by then. */
    private static final Duration AFTERWARDS = Duration.ofMinutes(30);

    /** What our constants keep to, whatever a relay says. */
    private static final long FILTERS = 10;

    private final Rig rig = new Rig();
    private final Incident incident;
    private final Optional<Incident.Spelling> spelling;
    private final Profile profile;
    private final PlayedProfile relay;

    /** @param spelling of filters; without one it is wanted in tiers, as by a Git service */
    IncidentReplay(String profile, Incident incident, Optional<Incident.Spelling> spelling)
            throws InterruptedException {
        this.incident = incident;
        this.spelling = spelling;
        this.profile = Profile.named(profile).orElseThrow();
        this.relay =
                new PlayedProfile(profile, rig.time).hold(incident.matching()).hold(incident.strange());
        rig.watch(() -> relay);
    }

    /**
     * What one connection saw.
     *
     * @param refused what the relay had to refuse, by the limit that was passed
     * @param open the most REQs that were open at once since the start
     * @param state what the worker had come to
     * @param whole whether what is essential was asked for live all of it or not at all, and no tier without it
     * @param requests REQs sent
     * @param complete whether history ended well and everything is held
     */
    record Session(
            Map<Occasion, Long> refused,
            int open,
            Progress.State state,
            boolean whole,
            long requests,
            boolean complete,
            Duration took) {}

    /** Both connections. */
    record Report(String profile, OptionalLong budget, Session cold, Session again) {}

    Report run() throws InterruptedException {
        MirrorPlan plan = spelling.map(
                        known -> Rig.staying(incident.watches(known).toArray(Filter[]::new)))
                .orElseGet(Rig::growing);
        try (PipeDialer dialer = relay.dialer();
                Mirror mirror = rig.start(plan, dialer)) {
            if (spelling.isEmpty()) {
                mirror.want(Map.of(Rig.URL, incident.demands()));
            }
            Session cold = session(mirror, dialer, 1, incident.matching(), Map.of());
            List<Event> later = incident.later(rig.time.seconds());
            relay.hold(later);
            Map<Occasion, Long> refused = relay.counts().refused();
            relay.hangUp();
            Session again = session(mirror, dialer, 2, later, refused);
            return new Report(profile.name(), budget(), cold, again);
        }
    }

    private Session session(
            Mirror mirror, PipeDialer dialer, int dials, List<Event> wanted, Map<Occasion, Long> refusedBefore)
            throws InterruptedException {
        long start = rig.time.nanos();
        int first = relay.heard(ClientMessage.class).size();
        BooleanSupplier settled = () -> dialer.dials() >= dials && isSettled(mirror) && holdsAll(wanted);
        rig.until(() -> settled.getAsBoolean() || rig.time.reached(start + LONGEST.toNanos()));
        Duration took = Duration.ofNanos(rig.time.nanos() - start);
        long rest = rig.time.after(AFTERWARDS);
        rig.until(() -> rig.time.reached(rest));
        Map<Occasion, Long> refused = new EnumMap<>(Occasion.class);
        relay.counts().refused().forEach((occasion, count) -> {
            long now = count - refusedBefore.getOrDefault(occasion, 0L);
            if (now > 0) {
                refused.put(occasion, now);
            }
        });
        return new Session(
                refused,
                relay.counts().mostSubscriptions() + relay.counts().mostNegentropySessions(),
                mirror.snapshot().relays().get(0).state(),
                spelling.isPresent() || isWhole(first),
                relay.heard(ClientMessage.class).stream()
                        .skip(first)
                        .filter(ClientMessage.Req.class::isInstance)
                        .count(),
                settled.getAsBoolean(),
                took);
    }

    /** Of one connection, which began with this message. */
    private boolean isWhole(int first) {
        Map<SubscriptionId, List<Filter>> open = new HashMap<>();
        relay.heard(ClientMessage.class).stream().skip(first).forEach(message -> {
            switch (message) {
                case ClientMessage.Req req -> open.put(req.id(), req.filters());
                case ClientMessage.Close close -> open.remove(close.id());
                default -> {
                    // opens and closes nothing
                }
            }
        });
        List<Filter> live = open.values().stream()
                .flatMap(List::stream)
                .filter(filter -> filter.limit().orElse(0) == 1)
                .toList();
        long essential = live(incident.demands().of(Tier.ESSENTIAL), live);
        return essential == count(incident.demands().of(Tier.ESSENTIAL))
                || (essential == 0 && live(incident.demands().all(), live) == 0);
    }

    private static long count(List<Demand> demands) {
        return demands.stream().mapToLong(demand -> demand.values().size()).sum();
    }

    /** Of the values that are wanted, those that are in a filter of their family. */
    private static long live(List<Demand> demands, List<Filter> filters) {
        Map<String, Set<String>> asked = new HashMap<>();
        for (Filter filter : filters) {
            filter.tags().forEach((letter, values) -> {
                Field field = Field.tag(letter);
                Filter base = filter.withLimit(OptionalInt.empty()).withoutTag(letter);
                String family = Demand.of(Tier.ESSENTIAL, base, field, values).family();
                asked.computeIfAbsent(family, any -> new HashSet<>()).addAll(values);
            });
        }
        return demands.stream()
                .mapToLong(demand -> demand.values().stream()
                        .filter(asked.getOrDefault(demand.family(), Set.of())::contains)
                        .count())
                .sum();
    }

    private static boolean isSettled(Mirror mirror) {
        Progress.Relay now = mirror.snapshot().relays().get(0);
        return (now.state() == Progress.State.LIVE || now.state() == Progress.State.HISTORY_ONLY)
                && !now.walks().isEmpty()
                && now.walks().stream().allMatch(walk -> walk.end().equals(Optional.of(WalkEnd.DRAINED)));
    }

    private boolean holdsAll(List<Event> wanted) {
        try {
            for (Event event : wanted) {
                if (rig.archive.event(event.id()).isEmpty()) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The most subscriptions that the relay allows; empty where it has no such limit. */
    private OptionalLong budget() {
        Long limit = profile.limits().get(Occasion.SUBSCRIPTIONS);
        return limit == null ? OptionalLong.empty() : OptionalLong.of(limit);
    }

    /**
     * Of what a relay refused, what it could have been spared: everything but a lower number of filters in a REQ than
     * relays are known to take, and that it does no negentropy, for what documents say of that is no proof.
     */
    static Map<Occasion, Long> knowable(Profile profile, Map<Occasion, Long> refused) {
        Map<Occasion, Long> knowable = new HashMap<>(refused);
        knowable.keySet().removeAll(undiscoverable(profile));
        return knowable;
    }

    private static Set<Occasion> undiscoverable(Profile profile) {
        boolean fewFilters = profile.limits().getOrDefault(Occasion.FILTERS, FILTERS) < FILTERS;
        return fewFilters ? Set.of(Occasion.FILTERS, Occasion.NEG) : Set.of(Occasion.NEG);
    }

    @Override
    public void close() {
        rig.close();
        relay.close();
    }
}
