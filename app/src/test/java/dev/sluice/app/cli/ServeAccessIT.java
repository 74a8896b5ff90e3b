package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.port.PortClient;
import dev.sluice.negentropy.Frame;
import dev.sluice.negentropy.Ids;
import dev.sluice.negentropy.ItemSet;
import dev.sluice.negentropy.Reconciler;
import dev.sluice.negentropy.Step;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayMessage;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code [serve]} says of access holds on the port, whatever a client asks with. */
@Timeout(60)
final class ServeAccessIT {

    private static final int DIRECT = 4;
    private static final long NOW = System.currentTimeMillis() / 1_000;
    private static final String BEFORE = "{\"until\":" + (NOW - 1) + "}";

    private final KeyPair alice = KeyPair.parse("01".repeat(32));
    private final KeyPair bob = KeyPair.parse("02".repeat(32));
    private final KeyPair carol = KeyPair.parse("03".repeat(32));

    private final Event note = alice.sign(NOW - 100, Kind.NOTE, List.of(), "for all");
    private final Event direct = alice.sign(NOW - 99, DIRECT, to(bob), "for bob");
    private final Event wrap = carol.sign(NOW - 98, Kind.GIFT_WRAP, to(bob), "sealed");
    private final List<Event> all = List.of(note, direct, wrap);

    @TempDir
    private Path folder;

    @Test
    void restrictedKindsReachOnlyThoseTheyConcern() throws Exception {
        try (Background serve = serve("restricted_kinds = [4, 1059]")) {
            URI relay = relay(serve);
            assertLearns(relay, List.of(note));
            assertLearns(relay, List.of(note, wrap), carol);
            assertLearns(relay, all, bob);
            RelayInformation said = information(relay);
            assertTrue(said.supportedNips().containsAll(Set.of(42, 70)));
            assertFalse(said.limitation().authRequired());
            assertFalse(said.limitation().restrictedWrites());
        }
    }

    @Test
    void aRelayOfMembersTellsNobodyElseAnything() throws Exception {
        try (Background serve = serve("members = [\"" + alice.publicKey() + "\"]")) {
            URI relay = relay(serve);
            assertTellsNothing(relay, "auth-required: ");
            assertTellsNothing(relay, "restricted: ", bob);
            assertLearns(relay, all, alice);
            assertTrue(information(relay).limitation().authRequired());
            assertTrue(information(relay).limitation().restrictedWrites());
        }
    }

    @Test
    void aRelayForWhoeverAuthenticatesTellsStrangersNothing() throws Exception {
        try (Background serve = serve("auth_required = true\nrestricted_kinds = [4, 1059]")) {
            URI relay = relay(serve);
            assertTellsNothing(relay, "auth-required: ");
            assertLearns(relay, List.of(note, wrap), carol);
            assertTrue(information(relay).limitation().authRequired());
        }
    }

    @Test
    void onlyListedAuthorsPublish() throws Exception {
        String keys = "write_policy = \"authors\"\nauthors = [\"" + alice.publicKey() + "\"]";
        try (Background serve = serve(keys)) {
            URI relay = relay(serve);
            try (PortClient client = new PortClient(relay)) {
                assertEquals("", publish(client, alice.sign(NOW, Kind.NOTE, List.of(), "of alice")));
                assertEquals(
                        "blocked: this relay does not take such events",
                        publish(client, bob.sign(NOW, Kind.NOTE, List.of(), "of bob")));
            }
            assertTrue(information(relay).limitation().restrictedWrites());
        }
    }

    @Test
    void onlyWhatIsMirroredIsTakenOnLoopbackToo() throws Exception {
        try (Background serve = serve("write_policy = \"mirrored\"\n[[watch]]\nkinds = [1]")) {
            try (PortClient client = new PortClient(relay(serve))) {
                assertEquals("", publish(client, bob.sign(NOW, Kind.NOTE, List.of(), "of bob")));
                assertTrue(publish(client, bob.sign(NOW, DIRECT, List.of(), "")).startsWith("blocked: "));
            }
        }
    }

    @Test
    void anAddressToAuthenticateToIsAskedForBeforeAnythingIsOpened() throws Exception {
        Path file = Files.writeString(folder.resolve("sluice.toml"), "[serve]\nauth_required = true\n");
        CommandRun run = CommandRun.of(
                "serve", "-c", file.toString(), "--data", folder.resolve("x").toString());
        assertEquals(Exit.USAGE, run.exit());
        assertTrue(run.err().contains(file + ":2:1: 'auth_required' needs 'urls' in [serve]"), run.err());
        assertFalse(Files.exists(folder.resolve("x")));
    }

    /** A client that is known by some keys learns just these of all events, and of those like them that come live. */
    private void assertLearns(URI relay, List<Event> wanted, KeyPair... keys) throws Exception {
        Set<String> ids = wanted.stream().map(event -> event.id().hex()).collect(Collectors.toSet());
        String everyId = all.stream()
                .map(event -> "\"" + event.id() + "\"")
                .collect(Collectors.joining(",", "{\"ids\":[", "]}"));
        try (PortClient client = new PortClient(relay);
                PortClient writer = new PortClient(relay)) {
            authenticate(client, keys);
            authenticate(writer, alice);
            for (String filter : List.of(BEFORE, everyId)) {
                assertEquals(ids, stored(client, filter));
                client.send("[\"COUNT\",\"c\"," + filter + "]");
                assertEquals(
                        ids.size(), hear(client, RelayMessage.Counted.class).count());
                assertEquals(ids, reconciled(client, filter));
            }
            assertEquals(kinds(wanted), live(client, writer));
        }
    }

    private void assertTellsNothing(URI relay, String prefix, KeyPair... keys) throws Exception {
        try (PortClient client = new PortClient(relay);
                PortClient writer = new PortClient(relay)) {
            authenticate(client, keys);
            client.send("[\"REQ\",\"r\",{}]");
            if (keys.length == 0) {
                hear(client, RelayMessage.Challenge.class);
            }
            assertTrue(hear(client, RelayMessage.Closed.class).text().startsWith(prefix));
            client.send("[\"COUNT\",\"c\",{}]");
            assertTrue(hear(client, RelayMessage.Closed.class).text().startsWith(prefix));
            client.send("[\"NEG-OPEN\",\"n\",{},\"6100000200\"]");
            assertTrue(hear(client, RelayMessage.NegErr.class).text().startsWith(prefix));
            client.send("[\"NEG-MSG\",\"n\",\"6100000200\"]");
            assertTrue(hear(client, RelayMessage.NegErr.class).text().startsWith("closed: "));
            authenticate(writer, alice);
            assertEquals("", publish(writer, alice.sign(NOW, Kind.NOTE, List.of(), "live beside " + prefix)));
            // what it would have heard comes before the answer to this
            assertTrue(publish(client, note).startsWith(prefix));
        }
    }

    /** The kinds that come live when one of each is published. */
    private Set<Integer> live(PortClient client, PortClient writer) throws Exception {
        client.send("[\"REQ\",\"live\",{\"limit\":0}]");
        hear(client, RelayMessage.Eose.class);
        for (Event event : all) {
            // gift wraps come from keys that nobody knows
            String content = "live " + System.nanoTime();
            KeyPair author = event.pubkey().equals(alice.publicKey()) ? alice : carol;
            assertEquals("", publish(writer, author.sign(NOW, event.kind(), event.tags(), content)));
        }
        assertEquals("", publish(writer, alice.sign(NOW, Kind.COMMENT, List.of(), "last " + System.nanoTime())));
        Set<Integer> kinds = new TreeSet<>();
        int kind = hear(client, RelayMessage.Delivery.class).event().kind();
        while (kind != Kind.COMMENT) {
            kinds.add(kind);
            kind = hear(client, RelayMessage.Delivery.class).event().kind();
        }
        return kinds;
    }

    private static Set<String> stored(PortClient client, String filter) throws Exception {
        client.send("[\"REQ\",\"s\"," + filter + "]");
        Set<String> ids = new TreeSet<>();
        RelayMessage message = hear(client, RelayMessage.class);
        while (message instanceof RelayMessage.Delivery delivery) {
            ids.add(delivery.event().id().hex());
            message = hear(client, RelayMessage.class);
        }
        assertInstanceOf(RelayMessage.Eose.class, message);
        client.send("[\"CLOSE\",\"s\"]");
        return ids;
    }

    private static Set<String> reconciled(PortClient client, String filter) throws Exception {
        Reconciler reconciler = Reconciler.initiator(ItemSet.builder(0).build(), 60_000);
        client.send(
                "[\"NEG-OPEN\",\"n\"," + filter + ",\"" + reconciler.initiate().hex() + "\"]");
        String payload = hear(client, RelayMessage.NegMsg.class).payload();
        client.send("[\"NEG-CLOSE\",\"n\"]");
        Step step = reconciler.step(Frame.parse(payload).orElseThrow());
        Ids found = assertInstanceOf(Step.Done.class, step).found().onlyThere();
        Set<String> ids = new TreeSet<>();
        for (int i = 0; i < found.size(); i++) {
            ids.add(found.get(i, EventId::new).hex());
        }
        return ids;
    }

    /** Authenticates with each key; without any it does nothing. */
    private static void authenticate(PortClient client, KeyPair... keys) throws Exception {
        if (keys.length == 0) {
            return;
        }
        client.send("[\"REQ\",\"who\",{\"kinds\":[4]}]");
        String challenge = hear(client, RelayMessage.Challenge.class).challenge();
        hear(client, RelayMessage.Closed.class);
        for (KeyPair key : keys) {
            List<List<String>> tags =
                    List.of(List.of("relay", "wss://relay.example/"), List.of("challenge", challenge));
            client.send(Codec.encode(new ClientMessage.Auth(key.sign(NOW, Kind.CLIENT_AUTH, tags, ""))));
            assertTrue(hear(client, RelayMessage.Ok.class).accepted());
        }
    }

    /** What the relay says of a published event. */
    private static String publish(PortClient client, Event event) throws Exception {
        client.send(Codec.encode(new ClientMessage.Publish(event)));
        return hear(client, RelayMessage.Ok.class).text();
    }

    private static <T> T hear(PortClient client, Class<T> type) throws Exception {
        String text = client.next();
        Decoded.Message<?> decoded = assertInstanceOf(Decoded.Message.class, Codec.relayMessage(text), text);
        return assertInstanceOf(type, decoded.value(), text);
    }

    private Background serve(String keys) throws Exception {
        String data = folder.resolve("data").toString();
        String lines = all.stream().map(Codec::encode).collect(Collectors.joining("\n"));
        assertEquals(
                Exit.DONE, CommandRun.reading(lines, "import", "--data", data).exit());
        Path file = Files.writeString(
                folder.resolve("sluice.toml"),
                "[serve]\nlisten = \"127.0.0.1:0\"\nurls = [\"wss://relay.example\"]\n" + keys + "\n");
        return new Background("serve", "-c", file.toString(), "--data", data);
    }

    private static URI relay(Background serve) throws Exception {
        return URI.create(serve.await("on (ws://.*)"));
    }

    private static RelayInformation information(URI relay) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http" + relay.toString().substring(2)))
                .header("Accept", "application/nostr+json")
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            String json = http.send(request, BodyHandlers.ofString()).body();
            return (RelayInformation) assertInstanceOf(Decoded.Message.class, RelayInformation.parse(json))
                    .value();
        }
    }

    private static Set<Integer> kinds(List<Event> events) {
        return events.stream().map(Event::kind).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<List<String>> to(KeyPair key) {
        return List.of(List.of("p", key.publicKey().hex()));
    }
}
