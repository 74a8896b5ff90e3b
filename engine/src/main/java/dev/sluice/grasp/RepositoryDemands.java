package dev.sluice.grasp;

import dev.sluice.grasp.Threads.Root;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.PublicKey;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Field;
import dev.sluice.plan.GitDemands;
import dev.sluice.plan.Tier;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is wanted of a relay that has some of the repositories. One moment's view: nothing may change meanwhile. */
final class RepositoryDemands {

    private static final Filter OF_MAINTAINERS = Filter.ALL.withKinds(Set.of(Kind.REPOSITORY, Kind.REPOSITORY_STATE));

    private final Repositories repositories;
    private final Threads threads;
    private final Map<Set<Coordinate>, Demands> before;
    private final Demands maintainers;

    /** Most relays of a service have the same repositories, or one of few sets. */
    private final Map<Set<Coordinate>, Demands> known = new HashMap<>();

    /** One text for an id, however many relays are asked for it. */
    private final Map<EventId, String> texts = new HashMap<>();

    /** @param before what was {@link #known} last: what is equal to it is the same, so that nobody compares it value by value */
    RepositoryDemands(Repositories repositories, Threads threads, Map<Set<Coordinate>, Demands> before) {
        this.before = before;
        this.repositories = repositories;
        this.threads = threads;
        this.maintainers = maintainers();
    }

    /** @param coordinates those that are not accepted are wanted with their states alone */
    Demands of(Set<Coordinate> coordinates) {
        return known.computeIfAbsent(coordinates, wanted -> kept(made(wanted), before.get(wanted)));
    }

    /** All that was asked for, by repositories. */
    Map<Set<Coordinate>, Demands> known() {
        return known;
    }

    private static Demands kept(Demands made, @Nullable Demands before) {
        return before == null
                ? made
                : new Demands(made.all().stream()
                        .map(demand -> before.all().stream()
                                .filter(demand::equals)
                                .findFirst()
                                .orElse(demand))
                        .toList());
    }

    private Demands made(Set<Coordinate> coordinates) {
        List<Coordinate> accepted =
                coordinates.stream().filter(repositories::accepts).toList();
        Map<EventId, Root> roots = new HashMap<>();
        accepted.forEach(repository -> threads.rootsOf(repository).forEach(root -> roots.put(root.id(), root)));
        return GitDemands.announcements()
                .and(GitDemands.states(all(coordinates, Coordinate::identifier)))
                .and(GitDemands.repositories(all(accepted, Coordinate::toString)))
                .and(GitDemands.roots(all(roots.keySet(), this::text)))
                .and(descendants(roots, Set.copyOf(accepted)))
                .and(maintainers);
    }

    private Demands descendants(Map<EventId, Root> roots, Set<Coordinate> accepted) {
        Set<String> ids = new HashSet<>();
        Set<String> addresses = new HashSet<>();
        roots.values().stream().flatMap(root -> root.members().stream()).forEach(member -> {
            if (!roots.containsKey(member.id())) {
                ids.add(text(member.id()));
            }
            member.address()
                    .filter(address -> !accepted.contains(address))
                    .ifPresent(address -> addresses.add(address.toString()));
        });
        return GitDemands.descendants(ids, addresses);
    }

    /**
     * What of maintainers, and of those who share an identifier, may have been refused because it came before the
     * announcement that makes it acceptable: history once more, under a base of its own, of every relay that is asked for
     * announcements.
     */
    private Demands maintainers() {
        Map<String, PublicKey> first = new HashMap<>();
        Set<PublicKey> authors = new HashSet<>();
        for (Announcement announcement : repositories.accepted()) {
            Coordinate repository = announcement.coordinate();
            PublicKey other = first.putIfAbsent(repository.identifier(), repository.pubkey());
            if (other != null) {
                authors.add(other);
                authors.add(repository.pubkey());
            }
            authors.addAll(announcement.maintainers());
        }
        return authors.isEmpty()
                ? Demands.NONE
                : Demands.of(Demand.of(Tier.HISTORY, OF_MAINTAINERS, Field.AUTHORS, all(authors, PublicKey::hex)));
    }

    private String text(EventId id) {
        return texts.computeIfAbsent(id, EventId::hex);
    }

    private static <T> List<String> all(Collection<T> things, Function<T, String> text) {
        return things.stream().map(text).toList();
    }
}
