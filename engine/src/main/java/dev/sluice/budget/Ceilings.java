package dev.sluice.budget;

import java.util.List;
import java.util.OptionalLong;

/**
 * What one connection has learned about the size of requests. Swapped whole; it only falls.
 *
 * @param filters filters in one REQ
 * @param payloadBytes serialised filter values in one REQ
 */
public record Ceilings(int filters, int payloadBytes) {

    private static final List<Integer> FILTER_LADDER = List.of(10, 5, 2, 1);

    public Ceilings {
        if (filters < 1 || payloadBytes < 1) {
            throw new IllegalArgumentException("a ceiling below its least");
        }
    }

    /** Nothing learned yet. */
    public static Ceilings of(Budgets budgets) {
        return new Ceilings(budgets.filters(), budgets.payloadBytes());
    }

    /**
     * After a refusal for the number of filters.
     *
     * @param refused filters of the request that was refused
     * @param stated the limit that the relay named; without one it is the next step of 10, 5, 2, 1
     */
    public Ceilings filtersRefused(int refused, OptionalLong stated) {
        int below = (int) stated.stream()
                .filter(limit -> limit >= 1 && limit < refused)
                .findFirst()
                .orElse(step(refused));
        return new Ceilings(Math.min(filters, below), payloadBytes);
    }

    private static int step(int refused) {
        return FILTER_LADDER.stream().filter(rung -> rung < refused).findFirst().orElse(1);
    }

    /** Requests weigh no more than this from now on. */
    public Ceilings payloadAtMost(int bytes) {
        return new Ceilings(filters, Math.min(payloadBytes, Math.max(1, bytes)));
    }
}
