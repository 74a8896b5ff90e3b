package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.plan.GitDemands;
import dev.sluice.wire.PipeDialer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roots grow in steps by chance, and what is live on a relay follows: at each step all of it, for few messages. */
@Timeout(300)
class RootGrowthTest {
    private static final int SUBSCRIPTIONS = 60;
    private static final int ID_BYTES = 67;

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();
    private final Set<String> roots = new TreeSet<>();
    private final Map<SubscriptionId, List<Filter>> live = new HashMap<>();

    // what has been counted so far
    private int seen;
    private long messages;
    private long least;

    /** 6,144 bytes of values in a REQ. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void liveCoverageFollowsAtEachStep(long seed) throws InterruptedException {
        assertFollows(seed, 1_000, 90, 8_192);
    }

    /** 98,304 bytes of values in a REQ. */
    @Tag("full")
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void liveCoverageFollowsToTenThousandRoots(long seed) throws InterruptedException {
        assertFollows(seed, 10_000, 800, 131_072);
    }

    private void assertFollows(long seed, int most, int largestStep, int messageBytes) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        int payload = messageBytes / 4 * 3;
        String document = "{\"limitation\":{\"max_subscriptions\":" + SUBSCRIPTIONS + ",\"max_message_length\":"
                + messageBytes + "}}";
        relay.maxSubscriptions = SUBSCRIPTIONS;
        relay.hold(List.of(anything()));
        try (rig;
                PipeDialer dialer = PipeDialer.serving(relay).information(document);
                Mirror mirror = rig.start(Rig.growing(), dialer)) {
            while (roots.size() < most) {
                int step = 1 + random.nextInt(random.nextBoolean() ? 20 : largestStep);
                for (int i = 0; i < step; i++) {
                    roots.add(String.format("%016x", random.nextLong()).repeat(4));
                }
                mirror.want(Map.of(Rig.URL, GitDemands.roots(roots)));
                rig.until(() -> !relay.connections.isEmpty()
                        && counted('e') == roots.size()
                        && counted('E') == roots.size()
                        && counted('q') == roots.size());
                count(step, payload);
                for (char letter : new char[] {'e', 'E', 'q'}) {
                    assertEquals(roots, values(letter));
                }
            }
            assertTrue(relay.mostOpen.get() <= SUBSCRIPTIONS, relay.mostOpen + " were open");
            assertTrue(messages <= least * 1.1, messages + " messages where " + least + " would do");
            assertEquals(1, dialer.dials());
        }
    }

    private static Event anything() {
        return TestEvents.signed(TestEvents.keyPair(1), Rig.T0, 1, List.of(List.of("e", "0".repeat(64))), "");
    }

    /** What has been sent since the last step, beside the least that would do (RULES 13). */
    private void count(int step, int payload) {
        Set<Boolean> replaced = new HashSet<>();
        List<ClientMessage> all = List.copyOf(relay.messages);
        for (ClientMessage message : all.subList(seen, all.size())) {
            switch (message) {
                case ClientMessage.Req req
                when isLive(req) -> {
                    live.put(req.id(), req.filters());
                    messages++;
                }
                case ClientMessage.Close close
                when live.containsKey(close.id()) -> {
                    List<Filter> closed = live.remove(close.id());
                    int bytes = closed.stream().mapToInt(FilterBytes::of).sum();
                    assertTrue(bytes <= payload - payload / 16, "a full group was closed: " + bytes);
                    replaced.add(isEssential(closed));
                    messages++;
                }
                default -> {
                    // history
                }
            }
        }
        seen = all.size();
        least += Math.ceilDiv(step * ID_BYTES, payload) + Math.ceilDiv(2 * step * ID_BYTES, payload) + replaced.size();
    }

    /** For nothing but roots: an empty answer is confirmed by asking for one event of values that look like them. */
    private boolean isLive(ClientMessage.Req req) {
        return req.filters().stream()
                .allMatch(filter -> filter.limit().orElse(0) == 1
                        && filter.tags().values().stream().allMatch(roots::containsAll)
                        && !filter.tags().isEmpty());
    }

    private static boolean isEssential(List<Filter> filters) {
        return filters.stream().anyMatch(filter -> filter.tags().containsKey('e'));
    }

    private long counted(char letter) {
        return liveFilters().stream()
                .mapToLong(
                        filter -> filter.tags().getOrDefault(letter, Set.of()).size())
                .sum();
    }

    private Set<String> values(char letter) {
        return live.values().stream()
                .flatMap(List::stream)
                .flatMap(filter -> filter.tags().getOrDefault(letter, Set.of()).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<Filter> liveFilters() {
        return relay.newest().openFilters().stream()
                .filter(filter -> filter.limit().orElse(0) == 1)
                .toList();
    }
}
