package dev.sluice.grasp;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The roots of threads (patches, pull requests, issues) that name a repository in {@code a}, and the events that name one
 * of them: one generation, no deeper. One thread at a time.
 */
final class Threads {

    /** What begins a thread below a repository. */
    static final Set<Integer> ROOTS = Set.of(Kind.PATCH, Kind.PULL_REQUEST, Kind.ISSUE);

    private final Map<EventId, Root> roots = new HashMap<>();
    private final Map<Coordinate, Set<Root>> ofRepository = new HashMap<>();
    private final Map<EventId, Member> members = new HashMap<>();

    /** A root, with all repositories that it names and all that names it. Each is its own. */
    static final class Root {
        private final EventId id;
        private final List<Coordinate> repositories;
        private final Set<Member> members = new HashSet<>();

        private Root(EventId id, List<Coordinate> repositories) {
            this.id = id;
            this.repositories = repositories;
        }

        EventId id() {
            return id;
        }

        /** Its direct descendants. */
        Set<Member> members() {
            return members;
        }
    }

    /** A direct descendant, with all roots that it names. Each is its own. */
    static final class Member {
        private final EventId id;
        private final Optional<Coordinate> address;
        private final Set<Root> roots = new HashSet<>();

        private Member(Event event) {
            this.id = event.id();
            this.address = event.coordinate();
        }

        EventId id() {
            return id;
        }

        /** Under which its later versions are named too. */
        Optional<Coordinate> address() {
            return address;
        }
    }

    int roots() {
        return roots.size();
    }

    int members() {
        return members.size();
    }

    /**
     * Takes an event as a root if it is one of a repository that is accepted.
     *
     * @return whether it is a root that was not known
     */
    boolean addRoot(Event event, Predicate<Coordinate> accepted) {
        if (!ROOTS.contains(event.kind()) || roots.containsKey(event.id())) {
            return false;
        }
        List<Coordinate> named = event.values("a")
                .map(Coordinate::parse)
                .flatMap(Optional::stream)
                .filter(coordinate -> coordinate.kind() == Kind.REPOSITORY)
                .limit(References.MOST)
                .distinct()
                .toList();
        if (named.stream().noneMatch(accepted)) {
            return false;
        }
        Root root = new Root(event.id(), named);
        roots.put(event.id(), root);
        named.forEach(repository ->
                ofRepository.computeIfAbsent(repository, any -> new HashSet<>()).add(root));
        return true;
    }

    /**
     * Takes an event as a direct descendant of all roots that it names and that are known.
     *
     * @return whether that was news
     */
    boolean addMember(Event event) {
        List<Root> named = References.of(event).ids().stream()
                .filter(id -> !id.equals(event.id()))
                .map(roots::get)
                .filter(Objects::nonNull)
                .toList();
        if (named.isEmpty()) {
            return false;
        }
        Member member = members.computeIfAbsent(event.id(), any -> new Member(event));
        named.forEach(root -> root.members.add(member));
        return member.roots.addAll(named);
    }

    /**
     * Forgets an event that has gone, whatever it was here.
     *
     * @return whether it was anything
     */
    boolean remove(EventId id) {
        Member member = members.remove(id);
        if (member != null) {
            member.roots.forEach(root -> root.members.remove(member));
        }
        Root root = roots.get(id);
        if (root != null) {
            remove(root);
        }
        return member != null || root != null;
    }

    /** Forgets the roots of a repository that is not accepted any more, but for those that name another that is. */
    void removeRepository(Coordinate repository, Predicate<Coordinate> accepted) {
        List.copyOf(rootsOf(repository)).stream()
                .filter(root -> root.repositories.stream().noneMatch(accepted))
                .forEach(this::remove);
    }

    /** The roots that name a repository. */
    Set<Root> rootsOf(Coordinate repository) {
        return ofRepository.getOrDefault(repository, Set.of());
    }

    private void remove(Root root) {
        roots.remove(root.id);
        root.repositories.forEach(repository -> ofRepository.computeIfPresent(repository, (any, all) -> {
            all.remove(root);
            return all.isEmpty() ? null : all;
        }));
        for (Member member : root.members) {
            member.roots.remove(root);
            if (member.roots.isEmpty()) {
                members.remove(member.id);
            }
        }
    }
}
