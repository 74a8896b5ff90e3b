package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.profile.Profile;
import dev.sluice.sync.Incident.Spelling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** 869 repositories and 3,632 roots are mirrored from every kind of relay, and none is overrun. */
@Timeout(600)
class IncidentTest {
    private static final Incident SMALL = new Incident(Incident.SEED, 30, 60);

    /** Against scrapers: it answers no tag alone. */
    private static final String GUARDED = "nostr-rs-relay";

    /** All, but for a guard against scrapers that answers no tag alone: nothing may be confirmed there. */
    static Stream<Arguments> profiles() {
        return Profile.standard().keySet().stream()
                .flatMap(profile -> Stream.of(Spelling.values())
                        .filter(spelling -> spelling == Spelling.FEW_KINDS || !profile.equals(GUARDED))
                        .map(spelling -> Arguments.of(profile, spelling)));
    }

    /** Each stands in the way in another manner: rates, values, filters, slots and message size. */
    @ParameterizedTest
    @ValueSource(strings = {"khatru", "nosflare", "nos.lol", "strfry-strict", "wisp"})
    void theSetIsMirroredAndNoRelayIsOverrun(String profile) throws InterruptedException {
        assertHolds(profile, SMALL, Spelling.FEW_KINDS);
    }

    /** A tag alone is what some take for the question of a scraper. */
    @ParameterizedTest
    @ValueSource(strings = {"khatru", "nosflare", "nos.lol", "strfry-strict", "chorus"})
    void theSetIsMirroredWithoutKindsAndNoRelayIsOverrun(String profile) throws InterruptedException {
        assertHolds(profile, SMALL, Spelling.ANY_KIND);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("profiles")
    void allOfItIsMirroredAndNoRelayIsOverrun(String profile, Spelling spelling) throws InterruptedException {
        assertHolds(profile, Full.INCIDENT, spelling);
    }

    /** As a Git service wants it, with what is essential live where it fits, or nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"strfry-strict", "grain"})
    void theSetIsMirroredInTiersAndNoRelayIsOverrun(String profile) throws InterruptedException {
        assertHolds(profile, SMALL, Optional.empty());
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("confirming")
    void allOfItIsMirroredInTiersAndNoRelayIsOverrun(String profile) throws InterruptedException {
        assertHolds(profile, Full.INCIDENT, Optional.empty());
    }

    static Stream<String> confirming() {
        return Profile.standard().keySet().stream().filter(profile -> !profile.equals(GUARDED));
    }

    /** Signed only where it is needed. */
    private static final class Full {
        private static final Incident INCIDENT = new Incident(Incident.SEED, Incident.REPOSITORIES, Incident.ROOTS);
    }

    private static void assertHolds(String profile, Incident incident, Spelling spelling) throws InterruptedException {
        assertHolds(profile, incident, Optional.of(spelling));
    }

    private static void assertHolds(String profile, Incident incident, Optional<Spelling> spelling)
            throws InterruptedException {
        try (IncidentReplay replay = new IncidentReplay(profile, incident, spelling)) {
            IncidentReplay.Report report = replay.run();
            for (IncidentReplay.Session session : List.of(report.cold(), report.again())) {
                assertTrue(session.complete(), () -> "incomplete: " + report);
                assertTrue(session.whole(), () -> "in part: " + report);
                assertEquals(
                        Map.of(), IncidentReplay.knowable(Profile.named(profile).orElseThrow(), session.refused()));
                assertTrue(
                        session.refused().values().stream().allMatch(count -> count == 1), () -> "repeated: " + report);
                assertTrue(session.open() <= report.budget().orElse(Long.MAX_VALUE), () -> "overdrawn: " + report);
            }
        }
    }
}
