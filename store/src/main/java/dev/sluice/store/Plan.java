package dev.sluice.store;

import dev.sluice.archive.Order;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/**
 * How a filter is answered: by the index that has the fewest entries for it, which the index itself tells.
 *
 * @param walk along that index
 * @param tag the tag letter that the index answers; null when it is none
 */
record Plan(Walk walk, @Nullable Character tag) {

    /** Pairs of authors and kinds are worth their own terms up to this many. */
    private static final int MOST_PAIRS = 4_096;

    /** Counted terms of a candidate; the others are taken to be like them. */
    private static final int SAMPLE = 16;

    /** One way to answer a filter. */
    private static final class Candidate {

        private final long[] terms;
        private final @Nullable Character tag;

        Candidate(long[] terms, @Nullable Character tag) {
            this.terms = terms;
            this.tag = tag;
        }

        long entries(MVMap<Posting, Boolean> postings, Span span) {
            int counted = Math.min(SAMPLE, terms.length);
            long sum = 0;
            for (int i = 0; i < counted; i++) {
                long term = terms[i * terms.length / counted];
                sum += Ranks.between(postings, span.low(term), span.high(term));
            }
            return counted == 0 ? 0 : sum * terms.length / counted;
        }
    }

    /** @param depth how much of an event its reader wants; less is read where the filter passes events over */
    static Plan of(Filter filter, Order order, Maps maps, Terms terms, Depth depth) {
        if (filter.matchesNothing()) {
            return new Plan(Walk.NOWHERE, null);
        }
        if (filter.ids() != null) {
            return new Plan(new IdWalk(filter.ids(), order, depth), null);
        }
        Span span = Span.of(filter);
        List<Candidate> candidates = candidates(filter, terms);
        Candidate best = candidates.size() == 1
                ? candidates.getFirst()
                : candidates.stream()
                        .min(Comparator.comparingLong(candidate -> candidate.entries(maps.postings(), span)))
                        .orElseThrow();
        return new Plan(new MergeWalk(best.terms, span, order, passesOver(filter) ? Depth.HEADS : depth), best.tag);
    }

    /** Whether the index that is walked leaves conditions open. */
    private static boolean passesOver(Filter filter) {
        int fields = filter.tags().size() + (filter.authors() == null ? 0 : 1) + (filter.kinds() == null ? 0 : 1);
        return fields > 1;
    }

    private static List<Candidate> candidates(Filter filter, Terms terms) {
        List<Candidate> candidates = new ArrayList<>();
        for (Map.Entry<Character, Set<String>> tag : filter.tags().entrySet()) {
            char letter = tag.getKey();
            candidates.add(new Candidate(each(tag.getValue(), value -> terms.tag(letter, value)), letter));
        }
        Set<PublicKey> authors = filter.authors();
        Set<Integer> kinds = filter.kinds();
        if (authors != null && kinds != null && (long) authors.size() * kinds.size() <= MOST_PAIRS) {
            candidates.add(new Candidate(pairs(authors, kinds, terms), null));
        } else {
            if (authors != null) {
                candidates.add(new Candidate(each(authors, terms::author), null));
            }
            if (kinds != null) {
                candidates.add(new Candidate(each(kinds, terms::kind), null));
            }
        }
        if (candidates.isEmpty()) {
            candidates.add(new Candidate(new long[] {terms.all()}, null));
        }
        return candidates;
    }

    private static long[] pairs(Set<PublicKey> authors, Set<Integer> kinds, Terms terms) {
        return authors.stream()
                .flatMapToLong(author -> kinds.stream().mapToLong(kind -> terms.authorAndKind(author, kind)))
                .toArray();
    }

    private static <T> long[] each(Collection<T> values, ToLongFunction<T> term) {
        return values.stream().mapToLong(term).toArray();
    }
}
