package dev.sluice.sync;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.TestEvents;
import dev.sluice.plan.Demands;
import dev.sluice.plan.GitDemands;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A watched set as large as the one that once overran a relay: 869 repositories with some 750 identifiers and 3,632
 * roots, and events of some of them. A filter has either no more than three kinds, which is what the strictest take, or
 * none but for states, as servers of repositories spell it.
 */
final class Incident {
    static final long SEED = 869;
    static final int REPOSITORIES = 869;
    static final int ROOTS = 3_632;
    private static final int IDENTIFIERS = 750;

    private static final int ANNOUNCEMENT = 30_617;
    private static final int STATE = 30_618;
    private static final int PATCH = 1_617;
    private static final int PULL_REQUEST = 1_618;
    private static final int ISSUE = 1_621;
    private static final int COMMENT = 1_111;
    private static final int OPEN_STATUS = 1_630;
    private static final int CLOSED_STATUS = 1_632;
    private static final int STRANGE = 1;

    private static final Set<Integer> ROOT_KINDS = Set.of(PATCH, PULL_REQUEST, ISSUE);
    private static final Set<Integer> REPLY_KINDS = Set.of(COMMENT, OPEN_STATUS, CLOSED_STATUS);

    /** Few enough that signing costs little, and no two of them announce the same repository. */
    private static final int AUTHORS = 20;

    /** More than a live subscription brings of what is stored. */
    private static final int LATER = 3;

    private final SplittableRandom random;
    private final List<KeyPair> authors = new ArrayList<>();
    private final List<Repository> repositories = new ArrayList<>();
    private final List<EventId> roots = new ArrayList<>();
    private final List<Event> matching = new ArrayList<>();
    private final List<Event> strange = new ArrayList<>();
    private long clock = Rig.T0;

    private record Repository(KeyPair owner, String identifier) {
        String coordinate() {
            return ANNOUNCEMENT + ":" + owner.publicKey().hex() + ":" + identifier;
        }
    }

    /**
     * @param busy repositories of which there are events; the others are only watched
     * @param rooted roots of which there are events
     */
    Incident(long seed, int busy, int rooted) {
        random = new SplittableRandom(seed);
        for (int i = 0; i < AUTHORS; i++) {
            authors.add(TestEvents.keyPair(seed + i));
        }
        for (int i = 0; i < REPOSITORIES; i++) {
            String identifier = "repository-" + (i < IDENTIFIERS ? i : i - IDENTIFIERS);
            repositories.add(new Repository(i < IDENTIFIERS ? author(i) : author(i + 1), identifier));
        }
        repositories.subList(0, busy).forEach(this::announce);
        for (int i = 0; i < ROOTS; i++) {
            roots.add(i < rooted ? thread(repositories.get(i % busy)).id() : anyId());
        }
        for (int i = 0; i < busy; i++) {
            strange.add(sign(STRANGE, List.of(List.of("t", "elsewhere"))));
        }
    }

    /** What a filter says of kinds. */
    enum Spelling {
        FEW_KINDS,
        ANY_KIND
    }

    /** The same as a Git service wants it: in tiers. */
    Demands demands() {
        return GitDemands.announcements()
                .and(GitDemands.states(identifiers()))
                .and(GitDemands.repositories(coordinates()))
                .and(GitDemands.roots(ids()));
    }

    private Set<String> identifiers() {
        return repositories.stream().map(Repository::identifier).collect(Collectors.toSet());
    }

    private Set<String> coordinates() {
        return repositories.stream().map(Repository::coordinate).collect(Collectors.toSet());
    }

    private Set<String> ids() {
        return roots.stream().map(EventId::hex).collect(Collectors.toSet());
    }

    /** What is watched, a filter for each field. */
    List<Filter> watches(Spelling spelling) {
        Set<String> identifiers = identifiers();
        Set<String> coordinates = coordinates();
        Set<String> ids = ids();
        return List.of(
                watch(Set.of(ANNOUNCEMENT, STATE), 'd', identifiers),
                watch(spelling, ROOT_KINDS, 'a', coordinates),
                watch(spelling, REPLY_KINDS, 'A', coordinates),
                watch(spelling, ROOT_KINDS, 'q', coordinates),
                watch(spelling, REPLY_KINDS, 'e', ids),
                watch(spelling, REPLY_KINDS, 'E', ids),
                watch(spelling, REPLY_KINDS, 'q', ids));
    }

    private static Filter watch(Spelling spelling, Set<Integer> kinds, char letter, Set<String> values) {
        return switch (spelling) {
            case FEW_KINDS -> watch(kinds, letter, values);
            case ANY_KIND -> Filter.ALL.withTag(letter, values);
        };
    }

    private static Filter watch(Set<Integer> kinds, char letter, Set<String> values) {
        return Filter.ALL.withKinds(new TreeSet<>(kinds)).withTag(letter, values);
    }

    /** Events that are watched for, in no order. */
    List<Event> matching() {
        return List.copyOf(matching);
    }

    /** Events that nobody watches for. */
    List<Event> strange() {
        return List.copyOf(strange);
    }

    /** New events, made at a second: some for each field that is watched. */
    List<Event> later(long second) {
        Repository repository = repositories.get(0);
        String root = roots.get(0).hex();
        clock = second - 1;
        List<Event> later = new ArrayList<>();
        later.add(repository.owner().sign(++clock, STATE, List.of(List.of("d", repository.identifier())), "later"));
        for (int i = 0; i < LATER; i++) {
            later.add(sign(ISSUE, List.of(List.of("a", repository.coordinate()))));
            later.add(sign(COMMENT, List.of(List.of("A", repository.coordinate()))));
            later.add(sign(ISSUE, List.of(List.of("q", repository.coordinate()))));
            later.add(sign(OPEN_STATUS, List.of(List.of("e", root))));
            later.add(sign(COMMENT, List.of(List.of("E", root))));
            later.add(sign(COMMENT, List.of(List.of("q", root))));
        }
        return List.copyOf(later);
    }

    private void announce(Repository repository) {
        for (int kind : List.of(ANNOUNCEMENT, STATE)) {
            matching.add(repository.owner().sign(++clock, kind, List.of(List.of("d", repository.identifier())), ""));
        }
    }

    /** A root with two answers. */
    private Event thread(Repository repository) {
        Event root = sign(ISSUE, List.of(List.of("a", repository.coordinate())));
        matching.add(root);
        matching.add(sign(COMMENT, List.of(List.of("E", root.id().hex()), List.of("A", repository.coordinate()))));
        matching.add(sign(CLOSED_STATUS, List.of(List.of("e", root.id().hex()))));
        return root;
    }

    private Event sign(int kind, List<List<String>> tags) {
        return author(random.nextInt(AUTHORS)).sign(++clock, kind, tags, "");
    }

    private KeyPair author(int number) {
        return authors.get(number % AUTHORS);
    }

    private EventId anyId() {
        return new EventId(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }
}
