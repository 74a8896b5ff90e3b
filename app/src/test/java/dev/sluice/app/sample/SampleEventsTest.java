package dev.sluice.app.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Verification;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class SampleEventsTest {

    private static final List<Event> EVENTS = SampleEvents.stream(1, 2_000).toList();

    @Test
    void equalSeedsGiveEqualEvents() {
        assertEquals(EVENTS.subList(0, 300), SampleEvents.stream(1, 300).toList());
        assertNotEquals(EVENTS.subList(0, 3), SampleEvents.stream(2, 3).toList());
    }

    @Test
    void everyEventVerifiesAndKeepsItsForm() {
        for (Event event : EVENTS) {
            assertEquals(Optional.empty(), Verification.check(event), () -> Codec.encode(event));
            assertEquals(new Decoded.Message<>(event), Codec.event(Codec.encode(event)));
        }
    }

    @Test
    void anArchiveKeepsAllOfThem() {
        Set<Object> kept = new HashSet<>();
        EVENTS.forEach(event -> assertTrue(kept.add(event.id())));
        EVENTS.forEach(
                event -> event.coordinate().ifPresent(address -> assertTrue(kept.add(address), address::toString)));
    }

    @Test
    void theyComeOldestFirst() {
        for (int i = 1; i < EVENTS.size(); i++) {
            assertTrue(EVENTS.get(i).createdAt() > EVENTS.get(i - 1).createdAt());
        }
    }

    @Test
    void allKindsOfAForgeAreThereAndTheSizeIsThatOfRealEvents() {
        Set<Integer> kinds = new TreeSet<>();
        EVENTS.forEach(event -> kinds.add(event.kind()));
        assertEquals(Set.of(0, 1, 1111, 1617, 1621, 30_617, 30_618), kinds);
        double mean = EVENTS.stream()
                .mapToInt(event -> Codec.encode(event).getBytes(StandardCharsets.UTF_8).length)
                .average()
                .orElseThrow();
        assertTrue(mean > 700 && mean < 840, "mean size " + mean);
    }
}
