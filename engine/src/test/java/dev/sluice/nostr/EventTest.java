package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class EventTest {

    private static Event event(int kind, List<List<String>> tags) {
        return TestEvents.unsigned(1, 100, kind, tags, "");
    }

    private static OptionalLong expiration(String... values) {
        List<List<String>> tags = new ArrayList<>();
        for (String value : values) {
            tags.add(List.of("expiration", value));
        }
        return event(1, tags).expiration();
    }

    @Test
    void newestComesFirstAndTheLowestIdBreaksTies() {
        Event old = TestEvents.unsigned(1, 1, 1, List.of(), "");
        Event one = TestEvents.unsigned(1, 2, 1, List.of(), "a");
        Event other = TestEvents.unsigned(1, 2, 1, List.of(), "b");
        boolean oneIsLower = one.id().hex().compareTo(other.id().hex()) < 0;
        List<Event> sorted = new ArrayList<>(List.of(old, one, other));
        sorted.sort(Event.NEWEST_FIRST);
        assertEquals(oneIsLower ? List.of(one, other, old) : List.of(other, one, old), sorted);
    }

    @Test
    void tagsAreCopiedOnlyWhenTheyCouldChange() {
        List<List<String>> fixed = List.of(List.of("t", "x"), List.of());
        assertSame(fixed, event(1, fixed).tags());
        List<List<String>> loose = List.of(new ArrayList<>(List.of("t", "x")));
        Event event = event(1, loose);
        assertNotSame(loose, event.tags());
        assertThrows(
                UnsupportedOperationException.class, () -> event.tags().get(0).add("y"));
    }

    @Test
    void impossibleNumbersAreABug() {
        assertThrows(IllegalArgumentException.class, () -> TestEvents.unsigned(1, -1, 1, List.of(), ""));
        assertThrows(IllegalArgumentException.class, () -> event(65_536, List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "1,REGULAR",
        "2,REGULAR",
        "4,REGULAR",
        "44,REGULAR",
        "62,REGULAR",
        "999,REGULAR",
        "1000,REGULAR",
        "9999,REGULAR",
        "0,REPLACEABLE",
        "3,REPLACEABLE",
        "10000,REPLACEABLE",
        "19999,REPLACEABLE",
        "20000,EPHEMERAL",
        "29999,EPHEMERAL",
        "30000,ADDRESSABLE",
        "39999,ADDRESSABLE",
        "40000,REGULAR",
        "65535,REGULAR"
    })
    void kindsHaveClasses(int kind, KindClass expected) {
        assertEquals(expected, KindClass.of(kind));
    }

    @Test
    void onlyReplaceableEventsHaveAnAddress() {
        PublicKey author = TestEvents.unsignedAuthor(1);
        assertEquals(Optional.empty(), event(1, List.of(List.of("d", "x"))).coordinate());
        assertEquals(Optional.empty(), event(20_000, List.of()).coordinate());
        assertEquals(
                Optional.of(new Coordinate(0, author, "")),
                event(0, List.of(List.of("d", "x"))).coordinate());
        assertEquals(
                Optional.of(new Coordinate(30_617, author, "a:b")),
                event(30_617, List.of(List.of("d", "a:b"), List.of("d", "c"))).coordinate());
        assertEquals(
                Optional.of(new Coordinate(30_617, author, "")),
                event(30_617, List.of(List.of("d"))).coordinate());
    }

    @Test
    void theFirstWellFormedExpirationCounts() {
        assertEquals(OptionalLong.of(5), expiration("5"));
        assertEquals(OptionalLong.of(5), expiration("soon", "-1", "1.5", "", "99999999999999999999", "5", "6"));
        assertEquals(OptionalLong.empty(), expiration("soon"));
        assertEquals(
                OptionalLong.empty(), event(1, List.of(List.of("expiration"))).expiration());
    }

    @Test
    void aTagOfOneDashProtects() {
        assertTrue(event(1, List.of(List.of("-"))).isProtected());
        assertFalse(event(1, List.of(List.of("-", "x"))).isProtected());
    }

    @Test
    void aCoordinateIsSplitAtItsFirstTwoColons() {
        String author = TestEvents.unsignedAuthor(1).hex();
        Coordinate coordinate = Coordinate.parse("30617:" + author + ":a:b:").orElseThrow();
        assertEquals("a:b:", coordinate.identifier());
        assertEquals("30617:" + author + ":a:b:", coordinate.toString());
        assertEquals("", Coordinate.parse("10002:" + author + ":").orElseThrow().identifier());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ":", "::", "1:%s", ":%s:", "65536:%s:", "-1:%s:", "1.0:%s:", "1:%s0:", "0x1:%s:", "1:x:"})
    void otherTextIsNoCoordinate(String text) {
        assertEquals(Optional.empty(), Coordinate.parse(text.formatted(TestEvents.unsignedAuthor(1))));
    }
}
