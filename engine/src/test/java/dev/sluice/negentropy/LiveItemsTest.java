package dev.sluice.negentropy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class LiveItemsTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void itIsTheSameAsASealedSetAfterAnyChanges(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        LinkedHashSet<ItemKey> held = new LinkedHashSet<>();
        LiveItems live = new LiveItems();
        for (int round = 0; round < 12; round++) {
            change(random, round % 3 != 2, held, live);
            assertSame(Rounds.set(new ArrayList<>(held)), live.snapshot(), random);
        }
    }

    @Test
    void itShrinksToNothing() {
        List<ItemKey> items = Rounds.clustered(new SplittableRandom(9), 9_000);
        LiveItems live = Rounds.live(items);
        items.forEach(item -> assertTrue(live.remove(item.time(), item.w0(), item.w1(), item.w2(), item.w3())));
        assertEquals(0, live.snapshot().size());
    }

    @Test
    void aSnapshotDoesNotChange() {
        LiveItems live = Rounds.live(Rounds.clustered(new SplittableRandom(2), 1000));
        LiveItems.Snapshot before = live.snapshot();
        byte[] fingerprint = new Fingerprint().of(before, 0, before.size());
        Rounds.clustered(new SplittableRandom(4), 1000)
                .forEach(item -> live.insert(item.time(), item.w0(), item.w1(), item.w2(), item.w3()));
        assertEquals(1000, before.size());
        assertArrayEquals(fingerprint, new Fingerprint().of(before, 0, before.size()));
        assertEquals(2000, live.snapshot().size());
    }

    @Test
    void aRoundFindsWhatWasThereWhenItBeganWhateverChangesMeanwhile() {
        SplittableRandom random = new SplittableRandom(8);
        List<ItemKey> held = Rounds.clustered(random, 4_000);
        LiveItems live = Rounds.live(held);
        ItemView changing = new ChangingItems(live, live.snapshot(), held.iterator(), random);

        Rounds.Outcome outcome = Rounds.run(ItemSet.builder(0).build(), 0, changing, 4096);

        assertEquals(
                held.stream().map(Rounds::hex).collect(Collectors.toCollection(TreeSet::new)), outcome.onlyThere());
        assertNotEquals(held.size(), live.snapshot().size());
    }

    @Test
    void anItemIsInsertedOnce() {
        LiveItems live = new LiveItems();
        assertTrue(live.insert(5, 1, 2, 3, 4));
        assertFalse(live.insert(5, 1, 2, 3, 4));
        assertFalse(live.remove(6, 1, 2, 3, 4));
        assertEquals(1, live.snapshot().size());
    }

    @Test
    void itIsFilledFromASealedSet() {
        ItemSet items = Rounds.set(Rounds.clustered(new SplittableRandom(7), 30_000));
        LiveItems live = new LiveItems();
        live.fill(items);
        assertSame(items, live.snapshot(), new SplittableRandom(1));
    }

    private static void change(SplittableRandom random, boolean grow, LinkedHashSet<ItemKey> held, LiveItems live) {
        if (grow) {
            for (ItemKey item : Rounds.clustered(random, random.nextInt(2500))) {
                assertEquals(held.add(item), live.insert(item.time(), item.w0(), item.w1(), item.w2(), item.w3()));
            }
            return;
        }
        for (ItemKey item : List.copyOf(held)) {
            if (random.nextInt(5) != 0) {
                held.remove(item);
                assertTrue(live.remove(item.time(), item.w0(), item.w1(), item.w2(), item.w3()));
            }
        }
    }

    private static void assertSame(ItemView expected, ItemView actual, SplittableRandom random) {
        assertEquals(expected.size(), actual.size());
        assertArrayEquals(ids(expected), ids(actual));
        for (int i = 0; i < 50 && expected.size() > 0; i++) {
            int from = random.nextInt(expected.size());
            int to = from + random.nextInt(expected.size() - from + 1);
            assertArrayEquals(new Fingerprint().of(expected, from, to), new Fingerprint().of(actual, from, to));
            long[] id = new long[4];
            expected.copyIds(from, from + 1, id, 0);
            Bound bound = Bound.at(expected.time(from), id, 0);
            assertEquals(expected.time(from), actual.time(from));
            assertEquals(expected.lowerBound(0, bound), actual.lowerBound(0, bound));
        }
    }

    private static long[] ids(ItemView items) {
        long[] words = new long[items.size() * 4];
        items.copyIds(0, items.size(), words, 0);
        return words;
    }

    /** A snapshot of a live set in which every look at a bound removes one item and inserts two. */
    private record ChangingItems(LiveItems live, ItemView snapshot, Iterator<ItemKey> leaving, SplittableRandom random)
            implements ItemView {

        @Override
        public int size() {
            return snapshot.size();
        }

        @Override
        public long time(int index) {
            return snapshot.time(index);
        }

        @Override
        public void copyIds(int from, int to, long[] words, int at) {
            snapshot.copyIds(from, to, words, at);
        }

        @Override
        public void sum(int from, int to, IdSum into) {
            snapshot.sum(from, to, into);
        }

        @Override
        public int lowerBound(int from, Bound bound) {
            ItemKey gone = leaving.next();
            assertTrue(live.remove(gone.time(), gone.w0(), gone.w1(), gone.w2(), gone.w3()));
            Rounds.clustered(random, 2)
                    .forEach(item -> live.insert(item.time(), item.w0(), item.w1(), item.w2(), item.w3()));
            return snapshot.lowerBound(from, bound);
        }
    }
}
