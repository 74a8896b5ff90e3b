package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Coverage;
import dev.sluice.nostr.Filter;
import dev.sluice.plan.Chunk;
import dev.sluice.plan.Tier;
import dev.sluice.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CatchUpTest {
    private final ManualTime time = new ManualTime();
    private final Semaphore turn = new Semaphore(1);
    private final List<Base> bases =
            IntStream.range(0, 4).mapToObj(this::walked).toList();
    private final List<Chunk> rest = List.of(whole(2, 9), whole(3));
    private final CatchUp catchUp = new CatchUp(() -> rest, turn, time);

    private static Chunk whole(Integer... kinds) {
        Filter filter = Filter.ALL.withKinds(Set.of(kinds));
        return new Chunk(Tier.ESSENTIAL, filter, Optional.empty(), List.of(), 1, Chunk.State.SEALED);
    }

    private Base walked(int kind) {
        Base base = new Base(
                Rig.URL,
                BaseFilter.alone(Filter.ALL.withKinds(Set.of(kind))),
                Coverage.NONE,
                new Due(time, Due.RECHECK));
        base.covered(new Coverage(Optional.of(new Coverage.Interval(0, time.seconds())), Optional.empty()));
        return base;
    }

    private void pass(Duration span) {
        time.advance(span);
    }

    @Test
    void whatIsNotLiveIsDueEveryFiveMinutes() {
        assertFalse(catchUp.isDue(bases));
        pass(CatchUp.EVERY);
        assertTrue(catchUp.isDue(bases));
        assertEquals(Optional.of(bases.get(2)), catchUp.take(bases));
        bases.get(2).due().caughtUp();
        catchUp.done();
        assertEquals(Optional.empty(), catchUp.take(bases), "other history has its turn");
        assertEquals(Optional.of(bases.get(3)), catchUp.take(bases));
        bases.get(3).due().caughtUp();
        catchUp.done();
        assertFalse(catchUp.isDue(bases));
        assertEquals(time.after(CatchUp.EVERY), catchUp.nextNanos(bases, time.after(Duration.ofHours(1))));
    }

    @Test
    void oneRelayAsksAtATime() {
        CatchUp other = new CatchUp(() -> rest, turn, time);
        pass(CatchUp.EVERY);
        assertTrue(catchUp.take(bases).isPresent());
        assertEquals(Optional.empty(), other.take(bases));
        assertFalse(other.isDue(bases), "it looks again a little later");
        catchUp.done();
        pass(Duration.ofSeconds(5));
        assertTrue(other.take(bases).isPresent());
    }

    @Test
    void whatWasNeverWalkedOrRestsIsNotCaughtUpWith() {
        bases.get(2).covered(Coverage.NONE);
        bases.get(3).due().rest(Duration.ofMinutes(20));
        pass(CatchUp.EVERY);
        assertFalse(catchUp.isDue(bases));
        pass(Duration.ofMinutes(15));
        assertTrue(catchUp.isDue(bases));
    }

    @Test
    void nothingIsDueWhereEverythingIsLive() {
        CatchUp none = new CatchUp(List::of, turn, time);
        pass(Duration.ofDays(1));
        assertFalse(none.isDue(bases));
        assertEquals(7, none.nextNanos(bases, 7));
    }
}
