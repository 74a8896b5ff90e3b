package dev.sluice.negentropy;

import java.util.function.IntBinaryOperator;

/** A stable merge sort of indices, so that parallel arrays can be ordered without an object for each element. */
final class IntSort {

    private static final int SHORT_RUN = 16;

    private IntSort() {}

    /** The numbers {@code 0 … n - 1} in the order of a comparison of two of them. */
    static int[] order(int n, IntBinaryOperator comparison) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        sort(order.clone(), order, 0, n, comparison);
        return order;
    }

    /** Sorts {@code [from, to)} into the target; both arrays hold the same numbers there when it begins. */
    private static void sort(int[] source, int[] target, int from, int to, IntBinaryOperator comparison) {
        if (to - from <= SHORT_RUN) {
            insert(target, from, to, comparison);
            return;
        }
        int middle = (from + to) >>> 1;
        sort(target, source, from, middle, comparison);
        sort(target, source, middle, to, comparison);
        merge(source, target, from, middle, to, comparison);
    }

    private static void insert(int[] order, int from, int to, IntBinaryOperator comparison) {
        for (int i = from + 1; i < to; i++) {
            int moving = order[i];
            int at = i;
            while (at > from && comparison.applyAsInt(order[at - 1], moving) > 0) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = moving;
        }
    }

    private static void merge(int[] source, int[] target, int from, int middle, int to, IntBinaryOperator comparison) {
        int left = from;
        int right = middle;
        for (int at = from; at < to; at++) {
            boolean takeLeft =
                    right >= to || (left < middle && comparison.applyAsInt(source[left], source[right]) <= 0);
            target[at] = takeLeft ? source[left++] : source[right++];
        }
    }
}
