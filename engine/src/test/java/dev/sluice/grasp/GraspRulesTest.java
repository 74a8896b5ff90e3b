package dev.sluice.grasp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.TestEvents;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraspRulesTest {

    private static final Event OURS = Git.ours(1, 1, "tool", List.of(), 2);
    private static final Event FOREIGN = Git.foreign(1, 1, "tool", List.of());
    private static final Parties AUTHOR = new Parties(Set.of(TestEvents.unsignedAuthor(1)), Set.of());
    private static final Parties REPOSITORY = new Parties(Set.of(), Set.of(Git.repository(1, "tool")));
    private static final Parties OTHER = new Parties(Set.of(TestEvents.unsignedAuthor(9)), Set.of());

    private static boolean accepted(boolean archiveMode, Parties allow, Parties deny, Event event) {
        Repositories repositories =
                new Repositories(new GraspRules(Git.OURS, Set.of(), archiveMode, allow, deny, RelayBounds.USUAL));
        repositories.put(Git.read(event));
        return repositories.accepts(event.coordinate().orElseThrow());
    }

    @Test
    void archiveModeAcceptsWhatDoesNotNameUs() {
        assertFalse(accepted(false, Parties.NONE, Parties.NONE, FOREIGN));
        assertTrue(accepted(true, Parties.NONE, Parties.NONE, FOREIGN));
    }

    @Test
    void anAllowListLeavesOthersOut() {
        assertTrue(accepted(false, AUTHOR, Parties.NONE, OURS));
        assertTrue(accepted(false, REPOSITORY, Parties.NONE, OURS));
        assertFalse(accepted(false, OTHER, Parties.NONE, OURS));
        assertFalse(accepted(false, AUTHOR, Parties.NONE, FOREIGN));
        assertTrue(accepted(true, AUTHOR, Parties.NONE, FOREIGN));
        assertFalse(accepted(true, OTHER, Parties.NONE, FOREIGN));
    }

    @Test
    void aDenyListGoesBeforeAllElse() {
        assertFalse(accepted(true, AUTHOR, AUTHOR, OURS));
        assertFalse(accepted(true, Parties.NONE, REPOSITORY, OURS));
        assertTrue(accepted(false, Parties.NONE, OTHER, OURS));
    }

    @Test
    void maintainersNeedNotBeAllowedButMustNotBeDenied() {
        for (Parties deny : List.of(Parties.NONE, new Parties(Set.of(TestEvents.unsignedAuthor(2)), Set.of()))) {
            Repositories repositories =
                    new Repositories(new GraspRules(Git.OURS, Set.of(), false, AUTHOR, deny, RelayBounds.USUAL));
            repositories.put(Git.read(Git.foreign(2, 1, "tool", List.of())));
            repositories.put(Git.read(OURS));
            assertEquals(deny.isEmpty(), repositories.accepts(Git.repository(2, "tool")));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "grasp.example, grasp.example, 0",
        "Grasp.Example., grasp.example, 0",
        "grasp.example:443, grasp.example, 0",
        "grasp.example:8443, grasp.example, 8443",
        "[::1]:7447, [::1], 7447"
    })
    void aServiceIsAHostAndAPortOfItsOwn(String text, String host, int port) {
        assertEquals(new Service(host, port), Service.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wss://grasp.example", "grasp.example/path", "a b", "grasp.example:x"})
    void anythingElseIsNoService(String text) {
        assertThrows(IllegalArgumentException.class, () -> Service.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.example/a/b.git, wss://git.example",
        "HTTP://Git.Example:3000?x, ws://git.example:3000",
        "' https://user@git.example/ ', ''",
        "ssh://git.example/a, ''",
        "git.example:a/b, ''"
    })
    void theRelayAtThePlaceOfAGitServer(String clone, String relay) {
        Optional<String> expected = relay.isEmpty() ? Optional.empty() : Optional.of(relay);
        assertEquals(expected, Service.relayOf(clone).map(Object::toString));
    }
}
