package dev.sluice.grasp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Field;
import dev.sluice.plan.GitDemands;
import dev.sluice.plan.Tier;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WatchedSetTest {

    private static final RelayUrl ONE = Git.relay("wss://one.example");
    private static final RelayUrl TWO = Git.relay("wss://two.example");
    private static final List<String> AT_ONE = List.of("wss://one.example");
    private static final List<String> AT_TWO = List.of("wss://two.example");

    private final LivingEvents living = new LivingEvents();
    private final WatchedSet set = new WatchedSet(Git.RULES);

    private void add(Event... events) {
        for (Event event : events) {
            living.add(event, set);
        }
        living.answer(set);
    }

    private void remove(Event event) {
        living.remove(event, set);
        living.answer(set);
    }

    private Set<RelayUrl> relays() {
        return set.wanted().relays().keySet();
    }

    private Demands at(RelayUrl relay) {
        return set.wanted().relays().get(relay);
    }

    @Test
    void aBootstrapRelayIsAskedForAnnouncementsAlone() {
        assertEquals(Set.of(Git.BOOTSTRAP), relays());
        assertEquals(GitDemands.announcements(), at(Git.BOOTSTRAP));
    }

    @Test
    void everythingOfARepositoryIsWantedOfItsRelaysInTiers() {
        Event announcement = Git.ours(1, 1, "tool", AT_ONE);
        Event issue = Git.issue(2, 2, Git.repository(1, "tool"));
        Event comment = Git.naming(3, 3, Kind.COMMENT, "E", issue);
        Event article = Git.event(4, 4, 30_023, "q " + issue.id(), "d written");
        add(comment, issue, article, announcement);

        String repository = Git.repository(1, "tool").toString();
        String address = article.coordinate().orElseThrow().toString();
        Demands expected = Demands.of(
                Demand.of(Tier.ESSENTIAL, Filter.ALL.withKinds(Set.of(30_617, 10_317))),
                Demand.of(Tier.ESSENTIAL, Filter.ALL.withKinds(Set.of(30_618)), Field.tag('d'), List.of("tool")),
                Demand.of(Tier.ESSENTIAL, Filter.ALL, Field.tag('a'), List.of(repository)),
                Demand.of(
                        Tier.ESSENTIAL,
                        Filter.ALL,
                        Field.tag('e'),
                        List.of(issue.id().hex())),
                Demand.of(
                        Tier.ROOT,
                        Filter.ALL,
                        Field.tag('E'),
                        List.of(issue.id().hex())),
                Demand.of(Tier.CORE, Filter.ALL, Field.tag('A'), List.of(repository)),
                Demand.of(
                        Tier.CORE,
                        Filter.ALL,
                        Field.tag('q'),
                        List.of(repository, issue.id().hex())),
                Demand.of(Tier.DESCENDANT, Filter.ALL, Field.tag('e'), ids(comment, article)),
                Demand.of(Tier.DESCENDANT, Filter.ALL, Field.tag('a'), List.of(address)),
                Demand.of(Tier.DESCENDANT_QUOTE, Filter.ALL, Field.tag('q'), ids(comment, article)),
                Demand.of(Tier.DESCENDANT_QUOTE, Filter.ALL, Field.tag('q'), List.of(address)),
                Demand.of(Tier.HISTORY, Filter.ALL, Field.tag('E'), ids(comment, article)),
                Demand.of(Tier.HISTORY, Filter.ALL, Field.tag('A'), List.of(address)));
        assertEquals(expected, at(ONE));
        assertEquals(Set.of(Git.BOOTSTRAP, ONE), relays());
    }

    /** Hundreds of thousands of values are compared for each relay, each time, if they are not known to be the same. */
    @Test
    void whatIsWantedAsBeforeIsTheSameObject() {
        Event issue = Git.issue(2, 2, Git.repository(1, "tool"));
        add(Git.ours(1, 1, "tool", AT_ONE), issue);
        Demands before = at(ONE);

        add(Git.naming(3, 3, Kind.COMMENT, "E", issue));
        Demands after = at(ONE);

        assertTrue(after.all().size() > before.all().size());
        assertTrue(before.all().stream().allMatch(demand -> after.all().stream().anyMatch(other -> other == demand)));
    }

    private static List<String> ids(Event... events) {
        return List.of(events).stream().map(event -> event.id().hex()).toList();
    }

    @Test
    void descendantsAreOneGenerationDeep() {
        Event issue = Git.issue(2, 2, Git.repository(1, "tool"));
        Event comment = Git.naming(3, 3, Kind.COMMENT, "e", issue);
        Event reply = Git.naming(4, 4, Kind.COMMENT, "e", comment);
        add(Git.ours(1, 1, "tool", AT_ONE), issue, comment, reply);
        assertEquals(List.of(ids(comment)), values(Tier.DESCENDANT, Field.tag('e')));
    }

    private List<List<String>> values(Tier tier, Field field) {
        return at(ONE).of(tier).stream()
                .filter(demand -> demand.field().filter(field::equals).isPresent())
                .map(Demand::values)
                .toList();
    }

    @Test
    void whatIsARootOfTheSameRelayIsNoDescendantThere() {
        Event patch = Git.event(2, 2, Kind.PATCH, "a " + Git.repository(1, "tool"));
        Event revision = Git.event(2, 3, Kind.PULL_REQUEST, "a " + Git.repository(1, "tool"), "e " + patch.id());
        Event elsewhere = Git.event(2, 4, Kind.PATCH, "a " + Git.repository(5, "other"), "e " + patch.id());
        add(Git.ours(1, 1, "tool", AT_ONE), Git.ours(5, 1, "other", AT_TWO), patch, revision, elsewhere);
        assertEquals(List.of(ids(elsewhere)), values(Tier.DESCENDANT, Field.tag('e')));
    }

    @Test
    void aDeletionIsNoDescendant() {
        Event issue = Git.issue(2, 2, Git.repository(1, "tool"));
        add(Git.ours(1, 1, "tool", AT_ONE), issue, Git.naming(3, 3, Kind.DELETION, "e", issue));
        assertEquals(List.of(), values(Tier.DESCENDANT, Field.tag('e')));
    }

    @Test
    void anAnnouncementMustNameUsAsRelayAndAsGitServer() {
        add(Git.event(1, 1, Kind.REPOSITORY, "d tool", "relays wss://grasp.example wss://one.example"));
        assertEquals(Set.of(Git.BOOTSTRAP), relays());
        add(Git.event(
                2, 1, Kind.REPOSITORY, "d tool", "clone https://grasp.example/x.git", "relays wss://one.example"));
        assertEquals(Set.of(Git.BOOTSTRAP), relays());
    }

    @Test
    void aHostThatContainsOursIsNotOurs() {
        add(Git.event(
                1,
                1,
                Kind.REPOSITORY,
                "d tool",
                "clone https://grasp.example.evil.example/x.git",
                "relays wss://notgrasp.example"));
        assertEquals(Set.of(Git.BOOTSTRAP), relays());
        add(Git.ours(
                2, 1, "other", List.of("wss://sub.grasp.example", "wss://grasp.example:8443", "wss://Grasp.Example/")));
        assertEquals(
                Set.of(Git.BOOTSTRAP, Git.relay("wss://sub.grasp.example"), Git.relay("wss://grasp.example:8443")),
                relays());
    }

    @Test
    void maintainersOfAnAcceptedRepositoryAreAcceptedToo() {
        Event owner = Git.ours(1, 1, "tool", AT_ONE, 2);
        Event maintainer = Git.foreign(2, 1, "tool", AT_TWO, 3);
        Event ofMaintainer = Git.foreign(3, 1, "tool", List.of("wss://three.example"));
        Event otherIdentifier = Git.foreign(2, 1, "else", List.of("wss://four.example"));
        add(ofMaintainer, maintainer, otherIdentifier, owner);
        assertEquals(Set.of(Git.BOOTSTRAP, ONE, TWO, Git.relay("wss://three.example")), relays());
        assertEquals(3, set.wanted().counts().repositories());
    }

    @Test
    void whoWasAcceptedThroughTheOwnerGoesWithTheOwner() {
        Event owner = Git.ours(1, 1, "tool", AT_ONE, 2);
        Event maintainer = Git.foreign(2, 1, "tool", AT_TWO, 1);
        add(owner, maintainer);
        remove(owner);
        assertEquals(Set.of(Git.BOOTSTRAP), relays());
    }

    @Test
    void maintainersWhoNameEachOtherAreNotAcceptedForThat() {
        add(Git.foreign(1, 1, "tool", AT_ONE, 2), Git.foreign(2, 1, "tool", AT_TWO, 1));
        assertEquals(Set.of(Git.BOOTSTRAP), relays());
    }

    @Test
    void theHistoryOfMaintainersIsAskedForOnceMore() {
        add(Git.ours(1, 1, "tool", AT_ONE, 2));
        Demand expected = Demand.of(
                Tier.HISTORY,
                Filter.ALL.withKinds(Set.of(30_617, 30_618)),
                Field.AUTHORS,
                List.of(Git.repository(2, "").pubkey().hex()));
        assertEquals(List.of(expected), at(ONE).of(Tier.HISTORY));
        assertEquals(List.of(expected), at(Git.BOOTSTRAP).of(Tier.HISTORY));
    }

    @Test
    void aReplacementThatDropsARelayDropsItsDemands() {
        add(Git.ours(1, 1, "tool", List.of("wss://one.example", "wss://two.example")));
        assertEquals(Set.of(Git.BOOTSTRAP, ONE, TWO), relays());
        add(Git.ours(1, 2, "tool", AT_TWO));
        assertEquals(Set.of(Git.BOOTSTRAP, TWO), relays());
    }

    @Test
    void aReplacementThatDropsUsEndsIt() {
        Event issue = Git.issue(2, 2, Git.repository(1, "tool"));
        add(Git.ours(1, 1, "tool", AT_ONE), issue, Git.naming(3, 3, Kind.COMMENT, "e", issue));
        add(Git.foreign(1, 2, "tool", AT_ONE));
        assertEquals(new WatchedSet(Git.RULES).wanted(), set.wanted());
    }

    @Test
    void aDeletedRepositoryLeavesOnlyWhatOthersWant() {
        Event mine = Git.ours(1, 1, "tool", AT_ONE);
        Event shared = Git.issue(3, 2, Git.repository(1, "tool"), Git.repository(2, "tool"));
        add(mine, Git.ours(2, 1, "tool", AT_ONE), shared, Git.issue(3, 3, Git.repository(1, "tool")));
        assertEquals(2, set.wanted().counts().roots());
        remove(mine);
        assertEquals(List.of(ids(shared)), values(Tier.ESSENTIAL, Field.tag('e')));
        assertEquals(List.of(List.of(Git.repository(2, "tool").toString())), values(Tier.ESSENTIAL, Field.tag('a')));
    }

    @Test
    void anIdentifierMayHoldColonsAndSpaces() {
        Coordinate repository = Git.repository(1, "a:b: c");
        Event announcement = Git.ours(1, 1, "a:b: c", AT_ONE);
        Event issue = Git.issue(2, 2, repository);
        add(announcement, issue);
        assertEquals(List.of(List.of("a:b: c")), values(Tier.ESSENTIAL, Field.tag('d')));
        assertEquals(List.of(ids(issue)), values(Tier.ESSENTIAL, Field.tag('e')));
    }

    @Test
    void whatWaitsForItsDataIsWatchedForItsStatesAlone() {
        Event announcement = Git.ours(1, 1, "tool", AT_ONE);
        add(Git.issue(2, 2, Git.repository(1, "tool")));
        assertTrue(set.pending(announcement));
        Demands states = GitDemands.announcements().and(GitDemands.states(List.of("tool")));
        assertEquals(states, at(ONE));
        assertEquals(0, set.wanted().counts().repositories());

        add(announcement);
        assertEquals(1, set.wanted().counts().roots());
        assertFalse(values(Tier.ESSENTIAL, Field.tag('a')).isEmpty());
        assertEquals(living.built(Git.RULES).wanted(), set.wanted());
    }

    @Test
    void whatWaitedInVainIsWatchedNoMore() {
        Event announcement = Git.ours(1, 1, "tool", AT_ONE);
        set.pending(announcement);
        assertTrue(set.gone(announcement.id()));
        assertEquals(Set.of(Git.BOOTSTRAP), relays());
    }

    @Test
    void whatIsToldAgainChangesNothing() {
        Event announcement = Git.ours(1, 1, "tool", AT_ONE);
        Event issue = Git.issue(2, 2, Git.repository(1, "tool"));
        Event comment = Git.naming(3, 3, Kind.COMMENT, "e", issue);
        add(announcement, issue, comment);
        assertFalse(set.stored(announcement) || set.stored(issue) || set.stored(comment));
        assertFalse(set.gone(Git.issue(9, 9, Git.repository(9, "unknown")).id()));
    }

    @Test
    void thousandsOfRelaysThatComeAndGoLeaveNothing() {
        for (int i = 0; i < 10_000; i++) {
            add(Git.ours(1, i, "tool", List.of("wss://relay" + i + ".example")));
        }
        assertEquals(Set.of(Git.BOOTSTRAP, Git.relay("wss://relay9999.example")), relays());
        remove(living.all().get(0));
        assertEquals(new WatchedSet(Git.RULES).wanted(), set.wanted());
    }
}
