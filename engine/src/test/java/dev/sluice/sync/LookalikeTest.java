package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.TestEvents;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class LookalikeTest {
    private static final Event KNOWN =
            TestEvents.signed(TestEvents.keyPair(1), 1_700_000_000, 1, List.of(List.of("t", "nostr")), "known");

    private static final Filter MODEL = Filter.ALL
            .withAuthors(Set.of(TestEvents.keyPair(2).publicKey()))
            .withKinds(Set.of(6, 7))
            .withTag('t', Set.of("a", "b", "c"))
            .withSince(OptionalLong.of(5));

    @Test
    void aLookalikeHasTheShapeOfItsModelAndTheEventMeetsIt() {
        Filter lookalike = Lookalike.of(MODEL, KNOWN).orElseThrow();

        assertTrue(lookalike.matches(KNOWN));
        assertEquals(FilterShape.of(MODEL), FilterShape.of(lookalike));
        assertEquals(OptionalInt.of(1), lookalike.limit());
        assertEquals(OptionalLong.empty(), lookalike.until());
    }

    @Test
    void aNarrowOneHasOneValueInEachField() {
        Filter narrow = Lookalike.narrow(MODEL, KNOWN).orElseThrow();

        assertTrue(narrow.matches(KNOWN));
        assertEquals(Set.of("nostr"), narrow.tags().get('t'));
        assertEquals(Set.of(1), narrow.kinds());
        assertTrue(FilterShape.of(narrow).isWithin(FilterShape.of(MODEL)));
        assertFalse(FilterShape.of(MODEL).isWithin(FilterShape.of(narrow)));
    }

    @Test
    void anEventWithoutTheTagMakesNone() {
        assertEquals(Optional.empty(), Lookalike.of(MODEL.withTag('d', Set.of("x")), KNOWN));
    }

    @Test
    void aWindowOnlyEverMakesAFilterEasierToAnswer() {
        FilterShape windowed = FilterShape.of(MODEL);
        FilterShape open = FilterShape.of(MODEL.withSince(OptionalLong.empty()));

        assertTrue(windowed.isWithin(open));
        assertFalse(open.isWithin(windowed));
    }
}
