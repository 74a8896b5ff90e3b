package dev.sluice.grasp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Field;
import dev.sluice.plan.Tier;
import dev.sluice.time.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real Git events, as a server at one of the places that they name sees them. The numbers were counted apart from this code. */
@Tag("corpus")
@Timeout(60)
class GraspCorpusTest {

    private static final GraspRules RULES = GraspRules.of(Service.parse("relay.ngit.dev"), Set.of());
    private static final int ACCEPTED = 43;

    private final ManualTime time = new ManualTime();

    private static List<Event> events() throws IOException {
        List<Event> events = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(System.getProperty("sluice.corpus"), "nip34-events.jsonl"))) {
            if (Codec.event(line) instanceof Decoded.Message<Event>(Event event)) {
                events.add(event);
            }
        }
        return events;
    }

    /** Offers all events again and again until no more of them are taken. */
    private static void offer(List<Event> events, MemoryArchive archive, Acceptance acceptance) throws Exception {
        for (long before = -1, now = 0; now > before; now = archive.statistics().events()) {
            before = now;
            archive.submit(new Write.Events(events, acceptance, true)).get();
        }
    }

    private static List<Event> all(MemoryArchive archive) throws InterruptedException {
        Scan<Event> scan = archive.events(Filter.ALL, Order.OLDEST_FIRST);
        List<Event> all = new ArrayList<>();
        for (List<Event> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            all.addAll(slice);
        }
        return all;
    }

    @Test
    void whatIsAcceptedDoesNotDependOnTheOrderInWhichItIsOffered() throws Exception {
        List<Event> events = events();
        assertEquals(61, events.size());
        List<Event> accepted = List.of();
        for (int seed = 0; seed < 10; seed++) {
            try (MemoryArchive archive = new MemoryArchive(time, Git.BOOTSTRAP);
                    Acceptance acceptance = Acceptance.open(RULES, List.of(), archive)) {
                offer(events, archive, acceptance);
                accepted = accepted.isEmpty() ? all(archive) : accepted;
                assertEquals(accepted, all(archive));
            }
            Collections.shuffle(events, new Random(seed));
        }
        assertEquals(ACCEPTED, accepted.size());
    }

    @Test
    void theWatchedSetOfRealRepositories() throws Exception {
        LivingEvents living = new LivingEvents();
        WatchedSet unused = new WatchedSet(RULES);
        events().forEach(event -> living.add(event, unused));
        WatchedSet.Wanted wanted = living.built(RULES).wanted();

        assertEquals(14, wanted.counts().repositories());
        assertEquals(9, wanted.counts().roots());
        assertEquals(7, wanted.counts().descendants());
        Map<String, Integer> repositories = new TreeMap<>();
        wanted.relays()
                .forEach((relay, demands) -> repositories.put(
                        relay.host(),
                        demands.of(Tier.ESSENTIAL).stream()
                                .filter(demand -> demand.field().equals(Optional.of(Field.tag('a'))))
                                .map(Demand::values)
                                .mapToInt(List::size)
                                .sum()));
        assertEquals(
                Map.ofEntries(
                        Map.entry("bitcoiner.social", 1),
                        Map.entry("codeberg.org", 1),
                        Map.entry("github.com", 1),
                        Map.entry("gitnostr.com", 14),
                        Map.entry("ngit.danconwaydev.com", 1),
                        Map.entry("nos.lol", 13),
                        Map.entry("pyramid.fiatjaf.com", 1),
                        Map.entry("pyramid.treegaze.com", 3),
                        Map.entry("relay.damus.io", 14),
                        Map.entry("relay.nostr.band", 12),
                        Map.entry("relay.primal.net", 1)),
                repositories);
        assertEquals(RefusedRelays.NONE, wanted.counts().refused());
        assertEquals(
                11,
                wanted.relays().keySet().stream()
                        .map(RelayUrl::scheme)
                        .filter("wss"::equals)
                        .count());
    }
}
