package dev.sluice.budget;

import java.util.List;

/**
 * What one connection has learned about the size of requests. Swapped whole; within a connection only the largest page
 * rises, everything else only falls.
 *
 * @param filters filters in one REQ
 * @param values values in one filter
 * @param payloadBytes serialised filter values in one REQ
 * @param largestPage the most events that one filter's page has brought, 0 before the first
 */
public record Ceilings(int filters, int values, int payloadBytes, int largestPage) {

    private static final List<Integer> FILTER_LADDER = List.of(10, 5, 2, 1);

    public Ceilings {
        if (filters < 1 || values < 1 || payloadBytes < 1 || largestPage < 0) {
            throw new IllegalArgumentException("a ceiling below its least");
        }
    }

    /** Nothing learned yet. */
    public static Ceilings of(Budgets budgets) {
        return new Ceilings(budgets.filters(), Integer.MAX_VALUE, budgets.payloadBytes(), 0);
    }

    /** After a refusal for the number of filters: the next step of 10, 5, 2, 1 below the refused number. */
    public Ceilings filtersRefused(int refused) {
        int step = FILTER_LADDER.stream()
                .filter(rung -> rung < refused)
                .findFirst()
                .orElse(1);
        return new Ceilings(Math.min(filters, step), values, payloadBytes, largestPage);
    }

    /** After a refusal for the number of values in a filter: half of the refused number. */
    public Ceilings valuesRefused(int refused) {
        return new Ceilings(filters, Math.min(values, half(refused)), payloadBytes, largestPage);
    }

    /** After a refusal for the size of a message: half of the refused payload. */
    public Ceilings payloadRefused(int refusedBytes) {
        return new Ceilings(filters, values, Math.min(payloadBytes, half(refusedBytes)), largestPage);
    }

    /** A cap that a refusal stated as a number. */
    public Ceilings payloadStated(int bytes) {
        return new Ceilings(filters, values, Math.min(payloadBytes, Math.max(1, bytes)), largestPage);
    }

    /** After a page of so many events. */
    public Ceilings pageSeen(int events) {
        return new Ceilings(filters, values, payloadBytes, Math.max(largestPage, events));
    }

    private static int half(int number) {
        return Math.max(1, number / 2);
    }
}
