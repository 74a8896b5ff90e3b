package dev.sluice.sync;

import dev.sluice.budget.ByteCap;
import dev.sluice.budget.Ceilings;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import dev.sluice.plan.Chunks;
import dev.sluice.plan.RequestBytes;
import dev.sluice.session.Refusal;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * How large the requests of one generation may be, by what its refusals have taught: only a refusal for the number of
 * filters lowers that number, one for size lowers bytes, and filters are cut smaller where that helps (RULES 5.4). Sizes
 * are those of what was refused, so a late refusal of something larger teaches nothing. Worker's thread only.
 */
final class RequestSizes {
    /**
     * A relay that refuses fewer filters than we begin with refuses five as well: the one that is known to, strfry with
     * filterValidation, takes three. So the ladder is entered there, and one refusal is enough.
     */
    private static final int STRICT_REFUSE = 5;

    private final LiveConnection.Terms terms;
    private final ByteCap retained;

    // mutable state
    private Learned learned;
    private Ceilings ceilings;

    RequestSizes(LiveConnection.Terms terms, ByteCap retained) {
        this.terms = terms;
        this.retained = retained;
        this.learned = terms.learned();
        this.ceilings = learned.ceilings(terms.information().budgets());
    }

    Learned learned() {
        return learned;
    }

    void learn(Learned more) {
        learned = learned.and(more);
    }

    Ceilings ceilings() {
        return ceilings;
    }

    /** What the values of one filter may weigh. */
    int chunkBytes() {
        return capped(learned.chunkBytes(terms.information().budgets()), retained);
    }

    /** Cuts the bases to what is known by now; they only get smaller. True when that made a difference. */
    boolean cut() throws InterruptedException {
        List<Base> before = terms.bases().now();
        return !terms.bases().cutTo(chunkBytes()).equals(before);
    }

    /** What the values of one request may weigh that would weigh so much if all open ones were not weighed together. */
    static int capped(int valueBytes, ByteCap retained) {
        int capped = RequestBytes.valuesOfPage(retained.ofOne(RequestBytes.ofPage(valueBytes)));
        return Math.max(Math.min(valueBytes, Learned.LEAST_BYTES), capped);
    }

    /** A group had too many filters. False when there is nothing to be done about it. */
    boolean tooMany(Refusal.FilterCount refusal, List<Filter> group) {
        Ceilings before = ceilings;
        int named = (int) Math.min(refusal.limit().orElse(Integer.MAX_VALUE), Integer.MAX_VALUE);
        int refused = named < group.size() ? group.size() : Math.min(group.size(), STRICT_REFUSE);
        ceilings = ceilings.filtersRefused(refused, refusal.limit());
        return group.size() > 1 && !ceilings.equals(before);
    }

    /** A group, or a filter of it, was too big. False when there is nothing to be done about it. */
    boolean tooBig(Refusal.TooBig big, List<Filter> group) throws InterruptedException {
        int chunkBefore = chunkBytes();
        int weight = group.stream().mapToInt(FilterBytes::of).sum();
        OptionalLong stated = big.bytes();
        boolean lower = stated.isPresent() && stated.getAsLong() < RequestBytes.of(group);
        if (lower) {
            learned = learned.takes(stated.getAsLong());
        } else {
            Filter heaviest =
                    group.stream().max(Comparator.comparingInt(FilterBytes::of)).orElseThrow();
            learned = learned.filter(filterBytes(heaviest, big.values()));
            learned = big.values().isPresent() ? learned : learned.tooBig(weight);
        }
        Ceilings before = ceilings;
        ceilings = ceilings.payloadAtMost(learned.payloadBytes());
        boolean smaller = group.size() > 1 && !ceilings.equals(before);
        return cut() || smaller || chunkBytes() < chunkBefore;
    }

    /** Half of what was too big, or the part of it that has as many values as the relay takes. */
    private static int filterBytes(Filter filter, OptionalLong values) {
        int bytes = FilterBytes.of(filter);
        int count = Chunks.values(filter);
        boolean known = values.isPresent() && values.getAsLong() < count;
        return known ? (int) (bytes * values.getAsLong() / count) : bytes / 2;
    }
}
