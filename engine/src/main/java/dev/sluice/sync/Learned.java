package dev.sluice.sync;

import dev.sluice.budget.Budgets;
import dev.sluice.budget.Ceilings;

/**
 * What a relay's refusals have taught that outlives a connection. Swapped whole.
 *
 * @param payloadBytes the most that one request may weigh
 * @param subscriptions the most subscriptions that it bears
 */
record Learned(int payloadBytes, int subscriptions) {
    static final Learned NOTHING = new Learned(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** Below this nothing is gained by cutting filters smaller. */
    private static final int LEAST_BYTES = 1_024;

    int chunkBytes(Budgets budgets) {
        return Math.min(budgets.chunkBytes(), payloadBytes);
    }

    int subscriptions(Budgets budgets) {
        return Math.min(budgets.subscriptions(), subscriptions);
    }

    Ceilings ceilings(Budgets budgets) {
        Ceilings start = Ceilings.of(budgets);
        return payloadBytes < start.payloadBytes() ? start.payloadStated(payloadBytes) : start;
    }

    /** Something of a size was refused: half of it from now on. */
    Learned tooBig(int bytes) {
        return new Learned(Math.max(LEAST_BYTES, Math.min(payloadBytes, bytes) / 2), subscriptions);
    }

    /** The relay named the most that a message may weigh. */
    Learned takes(long messageBytes) {
        return carries(messageBytes / 4 * 3);
    }

    /** One request carried no more than so much. */
    Learned carries(long payload) {
        return new Learned((int) Math.max(LEAST_BYTES, Math.min(payloadBytes, payload)), subscriptions);
    }

    /** The relay bore no more than so many. */
    Learned bears(int most) {
        return new Learned(payloadBytes, Math.max(1, Math.min(subscriptions, most)));
    }

    /** Both lessons together. */
    Learned and(Learned other) {
        return new Learned(Math.min(payloadBytes, other.payloadBytes), Math.min(subscriptions, other.subscriptions));
    }
}
