package dev.sluice.sync;

import dev.sluice.budget.Budgets;
import dev.sluice.budget.Ceilings;

/**
 * What a relay's refusals have taught that outlives a connection. Swapped whole. What all open subscriptions may weigh
 * together outlives it too, in {@link dev.sluice.session.RelayPace#retained}.
 *
 * @param payloadBytes the most that one request may weigh
 * @param chunkBytes the most that one filter may weigh
 * @param subscriptions the most subscriptions that it bears
 */
record Learned(int payloadBytes, int chunkBytes, int subscriptions) {
    static final Learned NOTHING = new Learned(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** Below this nothing is gained by cutting requests or filters smaller. */
    static final int LEAST_BYTES = 1_024;

    int chunkBytes(Budgets budgets) {
        return Math.min(budgets.chunkBytes(), filterBytes());
    }

    int subscriptions(Budgets budgets) {
        return Math.min(budgets.subscriptions(), subscriptions);
    }

    Ceilings ceilings(Budgets budgets) {
        return Ceilings.of(budgets).payloadAtMost(payloadBytes);
    }

    /** A request of a size was refused: half of it from now on. */
    Learned tooBig(int bytes) {
        return carries(Math.min(payloadBytes, bytes) / 2);
    }

    /** One request may carry so much. */
    Learned carries(long payload) {
        return new Learned((int) Math.max(LEAST_BYTES, Math.min(payloadBytes, payload)), chunkBytes, subscriptions);
    }

    /** The relay named the most that a message may weigh, of which a quarter is left for what is around the values. */
    Learned takes(long messageBytes) {
        return carries(messageBytes / 4 * 3);
    }

    /** The most that one filter may weigh. */
    int filterBytes() {
        return Math.min(payloadBytes, chunkBytes);
    }

    /** One filter may weigh so much. */
    Learned filter(int bytes) {
        return new Learned(payloadBytes, Math.min(chunkBytes, Math.max(LEAST_BYTES, bytes)), subscriptions);
    }

    /** The relay bore no more than so many. */
    Learned bears(int most) {
        return new Learned(payloadBytes, chunkBytes, Math.max(1, Math.min(subscriptions, most)));
    }

    /** Both lessons together. */
    Learned and(Learned other) {
        return new Learned(
                Math.min(payloadBytes, other.payloadBytes),
                Math.min(chunkBytes, other.chunkBytes),
                Math.min(subscriptions, other.subscriptions));
    }
}
