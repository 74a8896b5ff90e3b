package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.plan.Demands;
import dev.sluice.plan.GitDemands;
import dev.sluice.plan.Tier;
import dev.sluice.profile.Occasion;
import dev.sluice.profile.Profile;
import dev.sluice.wire.PipeDialer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What of a set is live, what rotates and what is only history, by how many subscriptions a relay allows: the table of the
 * documentation, against a relay that refuses more.
 */
@Timeout(60)
class SubscriptionTableTest {
    private static final KeyPair AUTHOR = TestEvents.keyPair(1);

    /** 768 bytes of values in a REQ: eleven ids. */
    private static final int MESSAGE_BYTES = 1_024;

    private static final int IDS = 11;

    /** Some more than each filter that rotates takes. */
    private static final int SPARE_TICKS = 15;

    /** The letter and the kind of value that each tier asks for. */
    private static final Map<Tier, String> FIELDS = new EnumMap<>(Map.of(
            Tier.ESSENTIAL, "e root",
            Tier.ROOT, "E root",
            Tier.CORE, "q root",
            Tier.DESCENDANT, "e member",
            Tier.DESCENDANT_QUOTE, "q member"));

    private final Rig rig = new Rig();

    /** REQs that the tiers take: 1, 1, 1, 2, 2; then five times 4. */
    @ParameterizedTest(name = "{0} roots, {1} members, {2} subscriptions")
    @CsvSource({
        "11, 22, 1, 0, 0",
        "11, 22, 2, 1, 4",
        "11, 22, 3, 1, 4",
        "11, 22, 4, 2, 3",
        "11, 22, 5, 3, 2",
        "11, 22, 6, 3, 2",
        "11, 22, 10, 5, 0",
        "11, 22, 20, 5, 0",
        "11, 22, 50, 5, 0",
        "11, 22, 200, 5, 0",
        "44, 44, 1, 0, 0",
        "44, 44, 2, 0, 0",
        "44, 44, 3, 0, 0",
        "44, 44, 5, 0, 0",
        "44, 44, 10, 1, 4",
        "44, 44, 20, 4, 1",
        "44, 44, 50, 5, 0",
        "44, 44, 200, 5, 0"
    })
    void wholeTiersAreLiveInTheirOrder(int roots, int members, int budget, int live, int rotating)
            throws InterruptedException {
        List<Event> stored = stored(roots, members);
        try (rig;
                PlayedProfile relay = new PlayedProfile(allowing(budget), rig.time).hold(stored);
                PipeDialer dialer = relay.dialer();
                Mirror mirror = rig.start(Rig.growing(), dialer)) {
            rig.watch(() -> relay);
            mirror.want(Map.of(Rig.URL, wanted(roots, members)));
            rig.until(() -> isDrained(mirror) && rig.stored() == stored.size());
            int before = relay.requests().size();
            int turns = values(roots, members, live, rotating) / IDS + SPARE_TICKS;
            long end = rig.time.after(Rotation.TICK.multipliedBy(turns));
            rig.until(() -> rig.time.reached(end));

            assertEquals(values(roots, members, 0, live), liveValues(relay).size());
            assertEquals(tiers(0, live), fields(liveValues(relay)));
            assertEquals(tiers(live, rotating), fields(asked(relay, before)));
            assertEquals(
                    values(roots, members, live, rotating), asked(relay, before).size());
            assertEquals(Map.of(), refused(relay));
            assertTrue(relay.counts().mostSubscriptions() <= budget);
            assertEquals(1, dialer.dials());
        }
    }

    /** REQs: 46, 46, 46, 20, 20. */
    @Tag("full")
    @ParameterizedTest(name = "{0} subscriptions")
    @CsvSource({"1, 0, 0", "2, 0, 0", "3, 0, 0", "5, 0, 0", "10, 0, 0", "20, 0, 0", "50, 1, 4", "200, 5, 0"})
    void theSameHoldsForALargeSet(int budget, int live, int rotating) throws InterruptedException {
        wholeTiersAreLiveInTheirOrder(506, 220, budget, live, rotating);
    }

    private static Profile allowing(int subscriptions) {
        Profile like = Profile.named("nos.lol").orElseThrow();
        Map<Occasion, Long> limits = new HashMap<>(like.limits());
        limits.put(Occasion.SUBSCRIPTIONS, (long) subscriptions);
        limits.put(Occasion.MESSAGE_BYTES, (long) MESSAGE_BYTES);
        RelayLimitation said = RelayLimitation.builder()
                .maxSubscriptions(subscriptions)
                .maxMessageLength(MESSAGE_BYTES)
                .build();
        RelayInformation document = new RelayInformation("", "", "", "", "", "", Set.of(), said);
        return new Profile("narrow", document, limits, like.rates(), like.acts(), like.faults(), like.habits());
    }

    private static Demands wanted(int roots, int members) {
        return GitDemands.roots(ids(0, roots)).and(GitDemands.descendants(ids(roots, members), List.of()));
    }

    private static List<String> ids(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> (from == 0 ? "a" : "b") + "%063x".formatted(i))
                .toList();
    }

    /** One for each tier, and one that is only asked for in history. */
    private static List<Event> stored(int roots, int members) {
        List<Event> stored = new ArrayList<>();
        for (String letter : List.of("e", "E", "q")) {
            stored.add(naming(letter, ids(0, roots).getLast(), stored.size()));
            stored.add(naming(letter, ids(roots, members).getLast(), stored.size()));
        }
        return stored;
    }

    private static Event naming(String letter, String id, int number) {
        return TestEvents.signed(AUTHOR, Rig.T0 + number, 1, List.of(List.of(letter, id)), "");
    }

    private static boolean isDrained(Mirror mirror) {
        return mirror.snapshot().relays().stream()
                .flatMap(relay -> relay.walks().stream())
                .allMatch(walk -> walk.end().equals(Optional.of(WalkEnd.DRAINED)));
    }

    /** The tiers after so many, as many as these. */
    private static Set<String> tiers(int after, int count) {
        return new TreeSet<>(FIELDS.values().stream().skip(after).limit(count).toList());
    }

    private static int values(int roots, int members, int after, int count) {
        return FIELDS.values().stream()
                .skip(after)
                .limit(count)
                .mapToInt(field -> field.endsWith("root") ? roots : members)
                .sum();
    }

    private static Set<String> fields(Set<String> values) {
        Set<String> fields = new TreeSet<>();
        values.forEach(value -> fields.add(value.charAt(0) + (value.charAt(1) == 'a' ? " root" : " member")));
        return fields;
    }

    /** Letter and value of all that is live. */
    private static Set<String> liveValues(PlayedProfile relay) {
        Map<SubscriptionId, List<Filter>> open = new LinkedHashMap<>();
        relay.heard(ClientMessage.class).forEach(message -> {
            switch (message) {
                case ClientMessage.Req req -> open.put(req.id(), req.filters());
                case ClientMessage.Close close -> open.remove(close.id());
                default -> {
                    // nothing else opens or closes
                }
            }
        });
        return values(open.values().stream()
                .flatMap(List::stream)
                .filter(filter -> filter.limit().orElse(0) == 1)
                .toList());
    }

    /** The same of what has been asked for since some requests. */
    private static Set<String> asked(PlayedProfile relay, int since) {
        List<ClientMessage.Req> all = relay.requests();
        return values(all.subList(since, all.size()).stream()
                .flatMap(req -> req.filters().stream())
                .filter(filter -> filter.limit().orElse(0) > 1)
                .toList());
    }

    private static Set<String> values(List<Filter> filters) {
        Set<String> values = new HashSet<>();
        filters.forEach(filter ->
                filter.tags().forEach((letter, all) -> all.forEach(value -> values.add(letter + value))));
        return values;
    }

    private static Map<Occasion, Long> refused(PlayedProfile relay) {
        Map<Occasion, Long> refused = new HashMap<>(relay.counts().refused());
        refused.remove(Occasion.NEG);
        return refused;
    }
}
