package dev.sluice.grasp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.intake.Policies;
import dev.sluice.intake.Policy;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.TestEvents;
import dev.sluice.time.ManualTime;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AcceptanceTest {

    private static final List<String> NOWHERE = List.of();

    private final ManualTime time = new ManualTime();
    private final MemoryArchive archive = new MemoryArchive(time, Git.relay("wss://grasp.example"));

    private final Event announcement = Git.ours(1, 1, "tool", NOWHERE);
    private final Event issue = Git.issue(2, 2, Git.repository(1, "tool"));

    @AfterEach
    void close() {
        archive.close();
    }

    private Acceptance acceptance() throws InterruptedException {
        return Acceptance.open(Git.RULES, List.of(), archive);
    }

    /** One letter for each event: s stored, r refused, x anything else. */
    private String written(Policy policy, Event... events) throws Exception {
        List<Verdict> verdicts =
                archive.submit(new Write.Events(List.of(events), policy, true)).get();
        StringBuilder letters = new StringBuilder();
        for (Verdict verdict : verdicts) {
            letters.append(
                    switch (verdict) {
                        case Verdict.Stored s -> "s";
                        case Verdict.Refused r -> "r";
                        default -> "x";
                    });
        }
        return letters.toString();
    }

    /** Each event in a group of its own. */
    private String apart(Policy policy, Event... events) throws Exception {
        StringBuilder letters = new StringBuilder();
        for (Event event : events) {
            letters.append(written(policy, event));
        }
        return letters.toString();
    }

    @Test
    void whatBelongsToAnAcceptedRepositoryIsTakenInWhateverGroupsItComes() throws Exception {
        Event state = Git.event(1, 2, Kind.REPOSITORY_STATE, "d tool");
        Event comment = Git.naming(3, 3, Kind.COMMENT, "E", issue);
        Event reply = Git.naming(4, 4, Kind.NOTE, "e", comment);
        Event quote = Git.event(5, 5, Kind.NOTE, "q " + Git.repository(1, "tool"));
        Event[] thread = {announcement, issue, state, comment, reply, quote};
        try (Acceptance acceptance = acceptance()) {
            assertEquals("ssssss", written(acceptance, thread));
        }
        try (MemoryArchive other = new MemoryArchive(time, Git.relay("wss://grasp.example"));
                Acceptance acceptance = Acceptance.open(Git.RULES, List.of(), other)) {
            for (Event event : thread) {
                assertEquals(
                        List.of(new Verdict.Stored()),
                        other.submit(new Write.Events(List.of(event), acceptance, true))
                                .get());
            }
        }
    }

    @Test
    void orphansAreRefusedWithAReason() throws Exception {
        try (Acceptance acceptance = acceptance()) {
            assertEquals("rr", written(acceptance, issue, Git.naming(3, 3, Kind.COMMENT, "E", issue)));
            Verdict verdict = archive.submit(new Write.Events(List.of(issue), acceptance, true))
                    .get()
                    .get(0);
            assertEquals(
                    new Verdict.Refused(
                            "orphan", "it names no accepted repository or event, and no accepted event names it"),
                    verdict);
        }
    }

    @Test
    void announcementsMustListUs() throws Exception {
        try (Acceptance acceptance = acceptance()) {
            assertEquals("r", written(acceptance, Git.foreign(1, 1, "tool", NOWHERE)));
            assertEquals("r", written(acceptance, issue));
        }
    }

    @Test
    void statesOfOthersWithTheSameIdentifierAreRefused() throws Exception {
        try (Acceptance acceptance = acceptance()) {
            Event theirs = Git.event(2, 2, Kind.REPOSITORY_STATE, "d tool");
            assertEquals("sr", written(acceptance, announcement, theirs));
        }
    }

    @Test
    void maintainersAreAcceptedOnceTheOwnerIsHereAlsoInOneGroup() throws Exception {
        Event owner = Git.ours(1, 1, "tool", NOWHERE, 2);
        Event maintainer = Git.foreign(2, 2, "tool", NOWHERE, 3);
        Event state = Git.event(3, 3, Kind.REPOSITORY_STATE, "d tool");
        Event third = Git.foreign(3, 3, "tool", NOWHERE);
        try (Acceptance acceptance = acceptance()) {
            assertEquals("rr", written(acceptance, maintainer, third));
            assertEquals("srsss", written(acceptance, owner, state, maintainer, third, state));
        }
    }

    @Test
    void serverListsAndDeletionsAreAlwaysTakenButMakeNothingElseAcceptable() throws Exception {
        Event servers = Git.naming(1, 1, Kind.GRASP_SERVERS, "e", issue);
        Event deletion = Git.naming(3, 1, Kind.DELETION, "e", issue);
        Event comment = Git.naming(4, 2, Kind.COMMENT, "e", deletion);
        try (Acceptance acceptance = acceptance()) {
            assertEquals("ssrr", written(acceptance, servers, deletion, issue, comment));
            assertEquals("rr", written(acceptance, issue, comment));
        }
    }

    @Test
    void whatAnAcceptedEventNamesIsTaken() throws Exception {
        Event patch = Git.event(2, 2, Kind.PATCH, "t root");
        Event revision = Git.event(2, 3, Kind.PATCH, "a " + Git.repository(1, "tool"), "e " + patch.id());
        try (Acceptance acceptance = acceptance()) {
            assertEquals("srss", written(acceptance, announcement, patch, revision, patch));
        }
    }

    @Test
    void whatWasNamedByAnEventThatHasGoneIsRefused() throws Exception {
        Event patch = Git.event(2, 2, Kind.PATCH, "t root");
        Event revision = Git.event(2, 3, Kind.PATCH, "a " + Git.repository(1, "tool"), "e " + patch.id());
        try (Acceptance acceptance = acceptance()) {
            assertEquals(
                    "sssr",
                    written(acceptance, announcement, revision, Git.naming(2, 4, Kind.DELETION, "e", revision), patch));
        }
    }

    @Test
    void aDeletedAnnouncementTakesItsRepositoryWithItAtOnce() throws Exception {
        Event deletion = Git.naming(1, 2, Kind.DELETION, "e", announcement);
        try (Acceptance acceptance = acceptance()) {
            assertEquals("s", written(acceptance, announcement));
            assertEquals("sr", written(acceptance, deletion, issue));
            assertEquals("r", written(acceptance, issue));
        }
    }

    @Test
    void anAnnouncementThatWasDeletedBeforeItCameDoesNotCount() throws Exception {
        Event deletion = Git.naming(1, 2, Kind.DELETION, "e", announcement);
        try (Acceptance acceptance = acceptance()) {
            assertEquals("sxr", written(acceptance, deletion, announcement, issue));
            assertEquals("xr", apart(acceptance, announcement, issue));
        }
    }

    @Test
    void anOwnerMayLeaveByAReplacement() throws Exception {
        Event leaving = Git.foreign(1, 2, "tool", NOWHERE);
        try (Acceptance acceptance = acceptance()) {
            long before = acceptance.generation();
            assertEquals("ss", written(acceptance, announcement, issue));
            assertEquals("sr", written(acceptance, leaving, Git.issue(3, 3, Git.repository(1, "tool"))));
            assertEquals(
                    "rr", written(acceptance, Git.foreign(1, 3, "tool", NOWHERE), Git.naming(3, 4, 1111, "e", issue)));
            assertEquals(before, acceptance.generation());
        }
    }

    @Test
    void theGenerationStandsForWhatIsAcceptedInEveryProcess() throws Exception {
        Event other = Git.ours(2, 1, "other", NOWHERE);
        long both;
        try (Acceptance acceptance = acceptance()) {
            long none = acceptance.generation();
            written(acceptance, announcement);
            long one = acceptance.generation();
            assertNotEquals(none, one);
            written(acceptance, issue);
            assertEquals(one, acceptance.generation());
            written(acceptance, other);
            both = acceptance.generation();
            assertNotEquals(one, both);
        }
        try (Acceptance again = acceptance()) {
            assertEquals(both, again.generation());
            written(
                    again,
                    Git.naming(2, 2, Kind.DELETION, "e", other),
                    Git.naming(1, 2, Kind.DELETION, "e", announcement));
            assertEquals(new Repositories(Git.RULES).fingerprint(), again.generation());
        }
    }

    @Test
    void otherRulesAreAnotherGeneration() {
        GraspRules archiving = new GraspRules(Git.OURS, Set.of(), true, Parties.NONE, Parties.NONE, RelayBounds.USUAL);
        GraspRules denying = new GraspRules(
                Git.OURS,
                Set.of(),
                false,
                Parties.NONE,
                new Parties(Set.of(TestEvents.unsignedAuthor(1)), Set.of()),
                RelayBounds.USUAL);
        assertEquals(
                3,
                Set.of(Git.RULES.fingerprint(), archiving.fingerprint(), denying.fingerprint())
                        .size());
    }

    @Test
    void whatIsWatchedBesidesIsTaken() throws Exception {
        Event note = TestEvents.note(TestEvents.EPOCH, "hello");
        try (Acceptance acceptance =
                Acceptance.open(Git.RULES, List.of(Filter.ALL.withKinds(Set.of(Kind.NOTE))), archive)) {
            assertEquals("sr", written(acceptance, note, Git.naming(3, 3, Kind.COMMENT, "e", note)));
        }
    }

    @Test
    void protectedEventsAreRefusedWhereThePoliciesAreJoined() throws Exception {
        Event mine = Git.event(2, 2, Kind.ISSUE, "a " + Git.repository(1, "tool"), "-");
        try (Acceptance acceptance = acceptance()) {
            Policy all = Policies.all(List.of(Policies.mirror(), acceptance));
            assertEquals("sr", written(all, announcement, mine));
        }
    }

    @Test
    void aHugeWebOfReferencesIsGivenUp() throws Exception {
        Policy open = Policies.imported();
        Event last = issue;
        for (int i = 0; i < 200; i++) {
            last = Git.naming(5, i, Kind.NOTE, "e", last);
            written(open, last);
        }
        try (Acceptance acceptance = acceptance()) {
            assertEquals("ss", written(acceptance, announcement, issue));
            assertEquals("r", written(acceptance, Git.naming(6, 999, Kind.NOTE, "e", last)));
        }
    }

    @Test
    void mentionsAreBounded() {
        Mentions mentions = new Mentions();
        for (int i = 0; i < Mentions.MOST + 10; i++) {
            mentions.add(TestEvents.unsigned(1, i, 1, List.of(), "").id(), issue.id());
        }
        assertEquals(Mentions.MOST, mentions.size());
    }

    @Test
    void otherFiltersBesideTakeOtherEventsUnderAnotherGeneration() throws Exception {
        Event note = Git.event(7, 7, Kind.NOTE, "t stray");
        List<Filter> notes = List.of(Filter.ALL.withKinds(Set.of(Kind.NOTE)));
        try (Acceptance acceptance = acceptance()) {
            long without = acceptance.generation();
            assertEquals("r", written(acceptance, note));

            acceptance.besides(notes);
            long with = acceptance.generation();
            assertNotEquals(without, with);
            assertEquals("s", written(acceptance, note));

            acceptance.besides(List.of());
            assertEquals(without, acceptance.generation());
        }
        try (Acceptance again = Acceptance.open(Git.RULES, notes, archive)) {
            assertEquals("s", written(again, Git.event(7, 8, Kind.NOTE, "t stray")));
        }
    }
}
