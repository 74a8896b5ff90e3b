package dev.sluice.negentropy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;

/** Rounds between two sides in one thread, and sets to run them on. */
final class Rounds {

    /** What went over the wire, and what the initiator found at each step. */
    record Outcome(List<Frame> frames, List<Difference> found) {

        TreeSet<String> onlyHere() {
            return joined(Difference::onlyHere);
        }

        TreeSet<String> onlyThere() {
            return joined(Difference::onlyThere);
        }

        /** How many ids were found, one that is found again counted again. */
        int count() {
            return found.stream()
                    .mapToInt(step -> step.onlyHere().size() + step.onlyThere().size())
                    .sum();
        }

        private TreeSet<String> joined(Function<Difference, Ids> side) {
            TreeSet<String> all = new TreeSet<>();
            found.forEach(step -> all.addAll(hex(side.apply(step))));
            return all;
        }
    }

    private Rounds() {}

    static Outcome run(ItemView here, int hereLimit, ItemView there, int thereLimit) {
        Reconciler initiator = Reconciler.initiator(here, hereLimit);
        Reconciler responder = Reconciler.responder(there, thereLimit);
        Outcome outcome = new Outcome(new ArrayList<>(), new ArrayList<>());
        Frame next = initiator.initiate();
        while (true) {
            outcome.frames.add(next);
            Frame answer = ((Step.Reply) responder.step(next)).frame();
            outcome.frames.add(answer);
            switch (initiator.step(answer)) {
                case Step.Reply(Frame frame, Difference found) -> {
                    outcome.found.add(found);
                    next = frame;
                }
                case Step.Done(Difference found) -> {
                    outcome.found.add(found);
                    return outcome;
                }
                case Step.Refused(String reason) -> throw new AssertionError(reason);
            }
        }
    }

    /** Items with few different times and ids that share prefixes, so that bounds are hard to find. */
    static List<ItemKey> clustered(SplittableRandom random, int count) {
        List<ItemKey> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long time =
                    random.nextInt(4) == 0 ? random.nextLong() & 0x7fff_ffff_ffffL : 1_700_000_000 + random.nextInt(5);
            long w0 = random.nextInt(3) == 0 ? 0xffee_0000_0000_0000L : random.nextLong();
            items.add(new ItemKey(time, w0, random.nextInt(2), random.nextLong(), random.nextLong()));
        }
        return items;
    }

    /** Items each with a time of about its own. */
    static List<ItemKey> spread(SplittableRandom random, int count) {
        return items(random, count, 4 * count + 1);
    }

    /** Items that only their ids tell apart. */
    static List<ItemKey> inOneSecond(SplittableRandom random, int count) {
        return items(random, count, 1);
    }

    static ItemSet set(List<ItemKey> items) {
        ItemSet.Builder builder = ItemSet.builder(items.size());
        items.forEach(item -> builder.add(item.time(), item.w0(), item.w1(), item.w2(), item.w3()));
        return builder.build();
    }

    static LiveItems live(List<ItemKey> items) {
        LiveItems live = new LiveItems();
        items.forEach(item -> live.insert(item.time(), item.w0(), item.w1(), item.w2(), item.w3()));
        return live;
    }

    static String hex(ItemKey item) {
        return "%016x%016x%016x%016x".formatted(item.w0(), item.w1(), item.w2(), item.w3());
    }

    static TreeSet<String> hex(Ids ids) {
        TreeSet<String> all = new TreeSet<>();
        for (int i = 0; i < ids.size(); i++) {
            all.add("%016x%016x%016x%016x".formatted(ids.word(i, 0), ids.word(i, 1), ids.word(i, 2), ids.word(i, 3)));
        }
        return all;
    }

    private static List<ItemKey> items(SplittableRandom random, int count, int seconds) {
        List<ItemKey> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(new ItemKey(
                    1_700_000_000L + random.nextInt(seconds),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong()));
        }
        return items;
    }
}
