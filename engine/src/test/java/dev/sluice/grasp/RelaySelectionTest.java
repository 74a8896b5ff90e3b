package dev.sluice.grasp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.nostr.DialRules;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayUrl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RelaySelectionTest {

    private static RelaySelection selected(GraspRules rules, Event... events) {
        return RelaySelection.of(Stream.of(events).map(Git::read).toList(), rules);
    }

    private static Set<RelayUrl> relays(String... urls) {
        return Set.of(Stream.of(urls).map(Git::relay).toArray(RelayUrl[]::new));
    }

    private static GraspRules bounded(int perAuthor, int inAll) {
        return new GraspRules(
                Git.OURS,
                relays("wss://bootstrap.example", "ws://127.0.0.1:7777"),
                false,
                Parties.NONE,
                Parties.NONE,
                new RelayBounds(perAuthor, inAll, DialRules.OPEN_INTERNET));
    }

    @Test
    void relaysAreThoseListedAndThosePlacesOfGitServers() {
        Event announcement = Git.event(
                1,
                1,
                Kind.REPOSITORY,
                "d tool",
                "clone https://git.example/npub1/tool.git http://plain.example:8080/x https://grasp.example/x.git",
                "clone ssh://git@ssh.example/x git@scp.example:x.git",
                "relays wss://Listed.example/ wss://listed.example:443 wss://grasp.example",
                "relays wss://path.example/inbox/");
        RelaySelection selection = selected(Git.RULES, announcement);
        assertEquals(
                relays(
                        "wss://bootstrap.example",
                        "wss://git.example",
                        "ws://plain.example:8080",
                        "wss://listed.example",
                        "wss://path.example/inbox"),
                selection.repositories().keySet());
        assertEquals(RefusedRelays.NONE, selection.refused());
    }

    @Test
    void whatIsNoRelayIsCountedAndSkipped() {
        Event announcement = Git.event(
                1,
                1,
                Kind.REPOSITORY,
                "d tool",
                "clone https:///x https://a:b:c/",
                "relays x http://web.example wss://");
        assertEquals(
                new RefusedRelays(5, 0, 0), selected(Git.RULES, announcement).refused());
    }

    @Test
    void addressesOfThisMachineAndOfPrivateNetworksAreNotDialledUnlessTheOperatorNamedThem() {
        Event announcement = Git.event(
                1,
                1,
                Kind.REPOSITORY,
                "d tool",
                "clone https://10.0.0.1/x.git",
                "relays ws://127.0.0.1:7777 ws://127.0.0.1:7778 ws://localhost ws://[::1] ws://192.168.1.1 wss://8.8.8.8");
        RelaySelection selection = selected(bounded(9, 9), announcement);
        assertEquals(
                relays("wss://bootstrap.example", "ws://127.0.0.1:7777", "wss://8.8.8.8"),
                selection.repositories().keySet());
        assertEquals(new RefusedRelays(0, 5, 0), selection.refused());
    }

    @Test
    void anAuthorHasARoomOfItsOwn() {
        String many = "relays "
                + String.join(
                        " ",
                        IntStream.range(0, 50)
                                .mapToObj(i -> "wss://r" + i + ".example")
                                .toList());
        Event greedy = Git.event(1, 1, Kind.REPOSITORY, "d tool", many);
        Event favourite = Git.event(1, 1, Kind.REPOSITORY, "d other", "relays wss://r9.example");
        Event modest = Git.event(2, 1, Kind.REPOSITORY, "d tool", "relays wss://z.example");
        RelaySelection selection = selected(bounded(3, 100), greedy, favourite, modest);
        assertEquals(
                relays(
                        "wss://bootstrap.example",
                        "ws://127.0.0.1:7777",
                        "wss://r9.example",
                        "wss://r0.example",
                        "wss://r1.example",
                        "wss://z.example"),
                selection.repositories().keySet());
        assertEquals(new RefusedRelays(0, 0, 47), selection.refused());
    }

    @Test
    void whatMostAuthorsNameStaysInTheRoomOfAllAndNamedRelaysAlways() {
        Event one = Git.event(1, 1, Kind.REPOSITORY, "d a", "relays wss://a.example wss://shared.example");
        Event two = Git.event(
                2, 1, Kind.REPOSITORY, "d b", "relays wss://b.example wss://shared.example ws://127.0.0.1:7777");
        RelaySelection selection = selected(bounded(9, 1), one, two);
        assertEquals(
                relays("wss://bootstrap.example", "wss://shared.example", "ws://127.0.0.1:7777"),
                selection.repositories().keySet());
        assertEquals(
                Set.of(Git.repository(1, "a"), Git.repository(2, "b")),
                selection.repositories().get(Git.relay("wss://shared.example")));
    }

    @Test
    void theOrderOfAnnouncementsDoesNotMatter() {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            events.add(Git.event(
                    i % 7,
                    i,
                    Kind.REPOSITORY,
                    "d d" + i,
                    "relays wss://r" + i % 11 + ".example wss://r" + i % 5 + ".example"));
        }
        RelaySelection first = selected(bounded(3, 5), events.toArray(Event[]::new));
        for (int seed = 0; seed < 20; seed++) {
            Collections.shuffle(events, new Random(seed));
            assertEquals(first, selected(bounded(3, 5), events.toArray(Event[]::new)));
        }
    }
}
