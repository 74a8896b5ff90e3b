package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.Coverage.Interval;
import dev.sluice.archive.Coverage.Walk;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class StretchTest {
    private static final long NOW = 10_000;

    @Test
    void aColdStartGoesFromNowToTheBeginningOfTime() {
        Stretch stretch = down(Coverage.NONE);

        assertEquals(new Stretch(Stretch.Kind.OPEN, NOW, OptionalLong.empty(), OptionalLong.empty()), stretch);
        assertEquals(walk(9_001, NOW), stretch.paged(Coverage.NONE, 9_001));
        assertEquals(complete(0, NOW), stretch.drained(walk(5, NOW)));
    }

    @Test
    void aCursorOnlyEverFalls() {
        Coverage covered = walk(400, NOW);

        assertEquals(covered, down(Coverage.NONE).paged(covered, 700));
    }

    @Test
    void whatLiesInTheFutureIsNoCoverage() {
        assertEquals(Coverage.NONE, down(Coverage.NONE).paged(Coverage.NONE, NOW + 5));
    }

    @Test
    void anOpenWalkGoesOnBelowItsCursor() {
        Stretch stretch = down(walk(400, 9_000));

        assertEquals(OptionalLong.of(399), stretch.until());
        assertEquals(9_000, stretch.start());
        assertEquals(complete(0, 9_000), stretch.drained(walk(7, 9_000)));
    }

    @Test
    void aNewWalkEndsWhereItMeetsWhatIsHeldWithAnOverlap() {
        Coverage before = complete(0, 9_000);
        Stretch stretch = down(before);

        assertEquals(OptionalLong.of(8_880), stretch.since());
        Coverage open = stretch.paged(before, 9_500);
        assertEquals(new Coverage(before.complete(), Optional.of(new Walk(9_500, NOW))), open);
        assertEquals(open.complete(), stretch.paged(open, 8_990).complete());
        assertEquals(complete(0, NOW), stretch.paged(open, 8_880));
        assertEquals(complete(0, NOW), stretch.drained(open));
    }

    @Test
    void theTopOfAnOpenWalkCountsOnlyAsAWhole() {
        Coverage before = walk(400, 9_000);
        Stretch top = Stretch.onTop(before, NOW, Stretch.OVERLAP_SECONDS).orElseThrow();

        assertEquals(OptionalLong.of(8_880), top.since());
        assertEquals(before, top.paged(before, 9_500));
        assertEquals(walk(400, NOW), top.drained(before));
        assertEquals(Optional.empty(), Stretch.onTop(complete(0, 9_000), NOW, 120));
    }

    @Test
    void aWalkThatWasToppedMeanwhileKeepsItsNewStart() {
        Stretch stretch = down(walk(400, 9_000));

        assertEquals(walk(200, NOW), stretch.paged(walk(400, NOW), 200));
        assertEquals(complete(0, NOW), stretch.drained(walk(400, NOW)));
    }

    @Test
    void aClockThatWentBackNeverShrinksWhatIsHeld() {
        Coverage before = complete(0, NOW + 500);

        assertEquals(before, down(before).drained(before));
    }

    private static Stretch down(Coverage coverage) {
        return Stretch.downwards(coverage, NOW, Stretch.OVERLAP_SECONDS);
    }

    private static Coverage walk(long cursor, long start) {
        return new Coverage(Optional.empty(), Optional.of(new Walk(cursor, start)));
    }

    private static Coverage complete(long from, long to) {
        return new Coverage(Optional.of(new Interval(from, to)), Optional.empty());
    }
}
