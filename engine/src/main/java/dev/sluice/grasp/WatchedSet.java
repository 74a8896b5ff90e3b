package dev.sluice.grasp;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Demands;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is watched, kept up to date with an archive: accepted repositories, the roots of their threads, and the direct
 * descendants of these. It holds no more than that: what a new repository or root brings with it has to be looked up in
 * the archive ({@link #searches}). When all searches have been answered, it depends on what the archive holds alone, not on
 * the order in which it was told. Pure; one thread at a time.
 */
public final class WatchedSet {

    /** Values of one search: as many as a filter of ids has on the wire (RULES 8.3). */
    private static final int SEARCH_VALUES = 489;

    private final GraspRules rules;
    private final Repositories repositories;
    private final Threads threads = new Threads();

    /** Announcements that are not in the archive yet. */
    private final Map<EventId, Announcement> pending = new HashMap<>();

    private final Set<Coordinate> newRepositories = new LinkedHashSet<>();
    private final Set<EventId> newRoots = new LinkedHashSet<>();
    private Map<Set<Coordinate>, Demands> wantedLast = Map.of();

    /** Of nothing but bootstrap relays. */
    public WatchedSet(GraspRules rules) {
        this.rules = rules;
        this.repositories = new Repositories(rules);
    }

    /**
     * An event is in the archive. Telling it again changes nothing.
     *
     * @return whether that may change what is wanted
     */
    public boolean stored(Event event) {
        boolean announced = Announcement.of(event).map(this::announced).orElse(false);
        boolean root = threads.addRoot(event, repositories::accepts);
        if (root) {
            newRoots.add(event.id());
        }
        boolean member = event.kind() != Kind.DELETION && threads.addMember(event);
        return announced || root || member;
    }

    /**
     * An announcement is known but waits for its data elsewhere: until it is in the archive, or {@link #gone}, the states
     * of its repository are watched and nothing else.
     *
     * @return whether that may change what is wanted
     */
    public boolean pending(Event event) {
        return Announcement.of(event)
                .map(announcement -> pending.put(announcement.id(), announcement) == null)
                .orElse(false);
    }

    /**
     * An event is in the archive no more, or does not wait any more: deleted, replaced, expired or vanished.
     *
     * @return whether that may change what is wanted
     */
    public boolean gone(EventId id) {
        boolean waited = pending.remove(id) != null;
        boolean thread = threads.remove(id);
        newRoots.remove(id);
        return apply(repositories.remove(id)) || waited || thread;
    }

    private boolean announced(Announcement announcement) {
        boolean waited = pending.remove(announcement.id()) != null;
        boolean other = repositories
                .held(announcement.coordinate())
                .filter(announcement::equals)
                .isEmpty();
        boolean changed = apply(repositories.put(announcement));
        // another version may name other relays and change nothing else
        return changed || waited || (other && repositories.accepts(announcement.coordinate()));
    }

    private boolean apply(Repositories.Change change) {
        newRepositories.addAll(change.accepted());
        newRepositories.removeAll(change.dropped());
        change.dropped().forEach(repository -> threads.removeRepository(repository, repositories::accepts));
        return !change.accepted().isEmpty() || !change.dropped().isEmpty();
    }

    /**
     * What to look for in the archive since the last call: each event that one of the filters matches is to be told by
     * {@link #stored}. That may lead to more, so ask until there is none.
     */
    public List<Filter> searches() {
        List<Filter> searches = new ArrayList<>();
        for (Set<String> values : taken(newRepositories, Coordinate::toString)) {
            searches.add(Filter.ALL.withKinds(Threads.ROOTS).withTag('a', values));
        }
        for (Set<String> values : taken(newRoots, EventId::hex)) {
            Stream.of('e', 'E', 'q')
                    .map(letter -> Filter.ALL.withTag(letter, values))
                    .forEach(searches::add);
        }
        return searches;
    }

    private static <T> List<Set<String>> taken(Set<T> news, Function<T, String> text) {
        List<Set<String>> parts = new ArrayList<>();
        Iterator<T> left = news.iterator();
        while (left.hasNext()) {
            Set<String> part = new LinkedHashSet<>();
            while (left.hasNext() && part.size() < SEARCH_VALUES) {
                part.add(text.apply(left.next()));
            }
            parts.add(part);
        }
        news.clear();
        return parts;
    }

    /** What is wanted of which relay. */
    public Wanted wanted() {
        List<Announcement> announcements = Stream.concat(
                        repositories.accepted().stream(),
                        pending.values().stream().filter(repositories::wouldAccept))
                .toList();
        RelaySelection selection = RelaySelection.of(announcements, rules);
        RepositoryDemands demands = new RepositoryDemands(repositories, threads, wantedLast);
        SortedMap<RelayUrl, Demands> relays = new TreeMap<>();
        selection.repositories().forEach((relay, coordinates) -> relays.put(relay, demands.of(coordinates)));
        wantedLast = demands.known();
        int accepted = repositories.accepted().size();
        return new Wanted(relays, new Counts(accepted, threads.roots(), threads.members(), selection.refused()));
    }

    /** What is wanted of a relay that has all accepted repositories. */
    ArchivedDemands everything() {
        Set<Coordinate> accepted =
                repositories.accepted().stream().map(Announcement::coordinate).collect(Collectors.toSet());
        Demands demands = new RepositoryDemands(repositories, threads, Map.of()).of(accepted);
        return new ArchivedDemands(repositories.announced(), accepted.size(), demands);
    }

    /**
     * What is wanted.
     *
     * @param relays sorted; a relay that is not among them is of no use any more
     */
    public record Wanted(SortedMap<RelayUrl, Demands> relays, Counts counts) {
        /** Nothing yet. */
        static final Wanted NOTHING = new Wanted(new TreeMap<>(), new Counts(0, 0, 0, RefusedRelays.NONE));
    }

    /**
     * How much is watched.
     *
     * @param repositories that are accepted
     * @param roots of their threads
     * @param descendants that name a root
     * @param refused relays that are named and not used
     */
    public record Counts(int repositories, int roots, int descendants, RefusedRelays refused) {}
}
