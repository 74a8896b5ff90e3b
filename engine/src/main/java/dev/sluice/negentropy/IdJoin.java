package dev.sluice.negentropy;

/** The difference of two lists of ids in flat arrays. The lists may come in any order and repeat themselves. */
final class IdJoin {

    private IdJoin() {}

    /** Adds to two collectors what only one list holds. */
    static void join(long[] here, long[] there, Ids.Collector onlyHere, Ids.Collector onlyThere) {
        int start = sharedHead(here, there);
        if (start == here.length || start == there.length) {
            onlyHere.addAll(here, start, here.length);
            onlyThere.addAll(there, start, there.length);
            return;
        }
        merge(here, sorted(here, start), there, sorted(there, start), onlyHere, onlyThere);
    }

    private static int sharedHead(long[] here, long[] there) {
        int at = 0;
        while (at < here.length && at < there.length && Ids.compare(here, at, there, at) == 0) {
            at += 4;
        }
        return at;
    }

    /** The positions of the ids from a start on, in the order of the ids. */
    private static int[] sorted(long[] words, int start) {
        int[] order = IntSort.order(
                (words.length - start) / 4, (a, b) -> Ids.compare(words, start + a * 4, words, start + b * 4));
        for (int i = 0; i < order.length; i++) {
            order[i] = start + order[i] * 4;
        }
        return order;
    }

    private static void merge(
            long[] here,
            int[] hereOrder,
            long[] there,
            int[] thereOrder,
            Ids.Collector onlyHere,
            Ids.Collector onlyThere) {
        int h = 0;
        int t = 0;
        while (h < hereOrder.length && t < thereOrder.length) {
            int order = Ids.compare(here, hereOrder[h], there, thereOrder[t]);
            if (order < 0) {
                onlyHere.add(here, hereOrder[h++]);
            } else if (order > 0) {
                onlyThere.add(there, thereOrder[t++]);
            } else {
                h++;
                t = past(there, thereOrder, t);
            }
        }
        for (; h < hereOrder.length; h++) {
            onlyHere.add(here, hereOrder[h]);
        }
        for (; t < thereOrder.length; t++) {
            onlyThere.add(there, thereOrder[t]);
        }
    }

    /** The first place after all repetitions of an id. */
    private static int past(long[] words, int[] order, int at) {
        int next = at + 1;
        while (next < order.length && Ids.compare(words, order[at], words, order[next]) == 0) {
            next++;
        }
        return next;
    }
}
