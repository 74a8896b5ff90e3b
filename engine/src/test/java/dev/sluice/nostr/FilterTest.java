package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class FilterTest {

    private static final Event EVENT = TestEvents.unsigned(
            1,
            100,
            1,
            List.of(List.of("t", "one", "two"), List.of("t", "three"), List.of("e"), List.of("T", "big")),
            "");

    private static boolean matches(String json) {
        return Expect.message(Codec.filter(json)).matches(EVENT);
    }

    @Test
    void fieldsAreAllMetAndListsInPart() {
        assertTrue(Filter.ALL.matches(EVENT));
        assertTrue(matches("{\"kinds\":[0,1],\"authors\":[\"" + EVENT.pubkey() + "\"],\"#t\":[\"x\",\"three\"]}"));
        assertFalse(matches("{\"kinds\":[0,1],\"#t\":[\"x\"]}"));
        assertFalse(matches("{\"kinds\":[0],\"#t\":[\"one\"]}"));
        assertTrue(matches("{\"ids\":[\"" + EVENT.id() + "\"]}"));
        assertFalse(matches("{\"ids\":[\"" + EVENT.pubkey() + "\"]}"));
        assertFalse(matches("{\"#t\":[\"one\"],\"#e\":[]}"));
    }

    @Test
    void onlyTheFirstValueOfATagOfThatVeryLetterCounts() {
        assertFalse(matches("{\"#t\":[\"two\"]}"));
        assertFalse(matches("{\"#t\":[\"big\"]}"));
        assertTrue(matches("{\"#T\":[\"big\"]}"));
    }

    @Test
    void sinceAndUntilAreInclusive() {
        assertTrue(matches("{\"since\":100,\"until\":100}"));
        assertFalse(matches("{\"since\":101}"));
        assertFalse(matches("{\"until\":99}"));
    }

    @Test
    void emptyListsMatchNothing() {
        for (String field : List.of("ids", "authors", "kinds", "#t")) {
            String json = "{\"" + field + "\":[]}";
            assertFalse(matches(json));
            assertTrue(Expect.message(Codec.filter(json)).matchesNothing());
        }
        assertTrue(Expect.message(Codec.filter("{\"since\":2,\"until\":1}")).matchesNothing());
        assertFalse(Filter.ALL.matchesNothing());
    }

    @Test
    void aLimitIsNoCondition() {
        assertTrue(matches("{\"limit\":0}"));
    }

    @Test
    void membershipHoldsInLargeSets() {
        Set<EventId> ids = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            ids.add(new EventId(i * 0x9e3779b97f4a7c15L, i, 0, 0));
        }
        Filter filter = Filter.ALL.withIds(ids);
        assertEquals(ids, filter.ids());
        assertEquals(List.copyOf(new TreeSet<>(ids)), List.copyOf(filter.ids()));
        for (EventId id : ids) {
            assertTrue(filter.ids().contains(id));
            assertFalse(filter.ids().contains(new EventId(id.w0(), id.w1(), 1, 0)));
        }
    }

    @Test
    void setsThatCannotChangeAreNotCopiedAgain() {
        Filter filter = Filter.ALL.withKinds(Set.of(2, 1));
        assertSame(filter.kinds(), filter.withLimit(OptionalInt.of(1)).kinds());
    }

    @Test
    void theEpochIsTheFirstSince() {
        assertEquals(
                OptionalLong.of(0), Filter.ALL.withSince(OptionalLong.of(-120)).since());
        assertThrows(IllegalArgumentException.class, () -> Filter.ALL.withUntil(OptionalLong.of(-1)));
        assertThrows(IllegalArgumentException.class, () -> Filter.ALL.withLimit(OptionalInt.of(-1)));
        assertThrows(IllegalArgumentException.class, () -> Filter.ALL.withTag('1', Set.of()));
    }
}
