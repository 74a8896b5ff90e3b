package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.nostr.Filter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WindowTest {

    private static final Window ALL = Window.of(Filter.ALL);

    @Test
    void theWholeIsSpelledAsTheFilterItself() {
        Filter bounded = Filter.ALL.withSince(OptionalLong.of(0)).withUntil(OptionalLong.of(99));

        assertEquals(Filter.ALL, ALL.of(Filter.ALL, ALL));
        assertEquals(bounded, Window.of(bounded).of(bounded, Window.of(bounded)));
    }

    @Test
    void aCutLeavesNoGapAndTheLastPartStaysOpen() {
        List<Window> parts = ALL.cutAt(1_000).orElseThrow();

        assertEquals(new Window(0, OptionalLong.of(999)), parts.get(0));
        assertEquals(new Window(1_000, OptionalLong.empty()), parts.get(1));
    }

    @Test
    void oneSecondIsNotCut() {
        Window second = new Window(7, OptionalLong.of(7));

        assertEquals(Optional.empty(), second.cutAt(7));
        assertEquals(Optional.empty(), second.cutAt(second.middle(100)));
    }

    @Test
    void twoSecondsAreCutBetween() {
        Window two = new Window(7, OptionalLong.of(8));

        assertEquals(
                List.of(new Window(7, OptionalLong.of(7)), new Window(8, OptionalLong.of(8))),
                two.cutAt(two.middle(100)).orElseThrow());
    }

    @Test
    void theMiddleOfAnOpenWindowLooksAtNow() {
        assertEquals(500, ALL.middle(999));
        assertEquals(2_000, new Window(2_000, OptionalLong.empty()).middle(999));
    }
}
