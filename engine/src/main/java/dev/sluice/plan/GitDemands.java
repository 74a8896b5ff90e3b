package dev.sluice.plan;

import dev.sluice.nostr.Filter;
import java.util.Collection;
import java.util.Set;

/**
 * What is wanted for Git over Nostr (NIP-34, GRASP-02): from repositories and what belongs to them to demands in tiers. To
 * be put together with {@link Demands#and}; nothing of a kind wants nothing. Pure.
 */
public final class GitDemands {
    private static final int ANNOUNCEMENT = 30_617;
    private static final int STATE = 30_618;

    /** A user's list of GRASP servers. */
    private static final int SERVERS = 10_317;

    private static final Field ID = Field.tag('e');
    private static final Field ROOT_ID = Field.tag('E');
    private static final Field COORDINATE = Field.tag('a');
    private static final Field ROOT_COORDINATE = Field.tag('A');
    private static final Field QUOTE = Field.tag('q');
    private static final Field IDENTIFIER = Field.tag('d');

    private GitDemands() {}

    /** Every announcement of a repository, and who uses which servers; essential. */
    public static Demands announcements() {
        return Demands.of(Demand.of(Tier.ESSENTIAL, kinds(ANNOUNCEMENT, SERVERS)));
    }

    /** The states of repositories with these identifiers, whoever owns them; essential. */
    public static Demands states(Collection<String> identifiers) {
        return wanted(identifiers, kinds(STATE), Tier.ESSENTIAL, IDENTIFIER);
    }

    /** What names repositories; in {@code a} it is essential. */
    public static Demands repositories(Collection<String> coordinates) {
        Demands named = wanted(coordinates, Filter.ALL, Tier.ESSENTIAL, COORDINATE);
        return named.and(same(named, Tier.CORE, ROOT_COORDINATE)).and(same(named, Tier.CORE, QUOTE));
    }

    /** What names patches, pull requests and issues by their ids, in hex; in {@code e} it is essential. */
    public static Demands roots(Collection<String> ids) {
        Demands named = wanted(ids, Filter.ALL, Tier.ESSENTIAL, ID);
        return named.and(same(named, Tier.ROOT, ROOT_ID)).and(same(named, Tier.CORE, QUOTE));
    }

    /**
     * What names direct members of threads.
     *
     * @param ids in hex
     * @param coordinates of those that are replaceable or addressable
     */
    public static Demands descendants(Collection<String> ids, Collection<String> coordinates) {
        Demands events = wanted(ids, Filter.ALL, Tier.DESCENDANT, ID);
        Demands addresses = wanted(coordinates, Filter.ALL, Tier.DESCENDANT, COORDINATE);
        return events.and(addresses)
                .and(same(events, Tier.DESCENDANT_QUOTE, QUOTE))
                .and(same(addresses, Tier.DESCENDANT_QUOTE, QUOTE))
                .and(same(events, Tier.HISTORY, ROOT_ID))
                .and(same(addresses, Tier.HISTORY, ROOT_COORDINATE));
    }

    private static Filter kinds(Integer... kinds) {
        return Filter.ALL.withKinds(Set.of(kinds));
    }

    private static Demands wanted(Collection<String> values, Filter base, Tier tier, Field field) {
        return values.isEmpty() ? Demands.NONE : Demands.of(Demand.of(tier, base, field, values));
    }

    /** The same values, which are sorted already, in another field. */
    private static Demands same(Demands demands, Tier tier, Field field) {
        return new Demands(demands.all().stream()
                .map(demand -> Demand.of(tier, demand.base(), field, demand.values()))
                .toList());
    }
}
