package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.EventId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class SeamTest {

    private final Set<EventId> inFlight = new HashSet<>();
    private final Seam seam = new Seam(inFlight::contains);
    private boolean over;

    @Test
    void aLongAnswerIsNotRemembered() {
        for (int i = 0; i < 100_000; i++) {
            seam.stored(id(i));
        }
        assertEquals(0, seam.size());
    }

    @Test
    void whatIsOnItsWayIsRememberedUntilItHasCome() {
        inFlight.add(id(1));
        seam.stored(id(1));
        assertEquals(1, seam.size());
        assertFalse(seam.comes(id(1)));
        assertEquals(0, seam.size());
    }

    @Test
    void whatCameFirstIsNotSentAgainWhenItsTurnComes() {
        assertTrue(seam.comes(id(1)));
        assertTrue(seam.comes(id(2)));
        seam.stored(id(1));
        seam.answered();
        assertFalse(seam.passes(id(1)));
        assertTrue(seam.passes(id(2)));
        assertEquals(0, seam.size());
    }

    @Test
    void afterTheAnswerOnlyWhatMayStillComeIsRemembered() {
        inFlight.addAll(List.of(id(1), id(2)));
        seam.stored(id(1));
        seam.stored(id(2));
        inFlight.remove(id(2));
        seam.answered();
        assertEquals(1, seam.size());
        assertFalse(seam.comes(id(1)));
        assertTrue(seam.comes(id(3)));
        assertTrue(seam.passes(id(3)));
        assertEquals(0, seam.size());
    }

    /** Copies of held events pass through the archive all the time, and none of them is ever heard. */
    @Test
    void whatWasOnItsWayInVainIsForgotten() {
        int most = 0;
        for (int i = 0; i < 10_000; i++) {
            inFlight.add(id(i));
            seam.stored(id(i));
            inFlight.remove(id(i - 5));
            most = Math.max(most, seam.size());
        }
        assertTrue(most <= 65, "remembered " + most);
    }

    /** Each event is on its way, then readable, then heard, in any order with the answer. */
    @RepeatedTest(50)
    void eachEventPassesOnce(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        int[] passed = new int[40];
        List<EventId> waiting = new ArrayList<>();
        List<Runnable> steps = new ArrayList<>();
        for (int i = 0; i < passed.length; i++) {
            interleave(steps, life(i, passed, waiting, random), random);
        }
        int end = random.nextInt(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            if (i == end) {
                seam.answered();
                over = true;
            }
            steps.get(i).run();
        }
        waiting.stream().filter(seam::passes).forEach(id -> passed[(int) id.w3()]++);
        for (int i = 0; i < passed.length; i++) {
            assertEquals(1, passed[i], "event " + i);
        }
        assertEquals(0, seam.size());
    }

    /** On its way, heard, and mostly read in between or after. */
    private List<Runnable> life(int number, int[] passed, List<EventId> waiting, Random random) {
        EventId id = id(number);
        List<Runnable> steps = new ArrayList<>();
        steps.add(() -> inFlight.add(id));
        steps.add(() -> {
            if (seam.comes(id)) {
                waiting.add(id);
            }
            inFlight.remove(id);
        });
        if (random.nextInt(4) > 0) {
            steps.add(1 + random.nextInt(2), () -> {
                if (!over) {
                    seam.stored(id);
                    passed[number]++;
                }
            });
        }
        return steps;
    }

    /** Puts steps among others, in their order. */
    private static void interleave(List<Runnable> into, List<Runnable> steps, Random random) {
        int from = 0;
        for (Runnable step : steps) {
            from += random.nextInt(into.size() - from + 1);
            into.add(from, step);
            from++;
        }
    }

    private static EventId id(int number) {
        return new EventId(0, 0, 0, number);
    }
}
