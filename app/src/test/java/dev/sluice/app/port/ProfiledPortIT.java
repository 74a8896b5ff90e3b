package dev.sluice.app.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.page.RelayPage;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.profile.Occasion;
import dev.sluice.profile.Profile;
import dev.sluice.profile.ProfiledRelay;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A foreign relay's part, played over a real socket. */
@Timeout(60)
final class ProfiledPortIT {

    @ParameterizedTest
    @CsvSource({
        // cut without a close frame, which the client tells as 1006
        "strfry, closed 1006",
        "rust-nostr, closed 1006",
        "khatru, closed 1009",
        "nostr-rs-relay, '[\"NOTICE\",\"message too large (262145 > 262144)\"]'"
    })
    void aMessageThatIsTooLongIsAnsweredInItsWay(String name, String answer) throws Exception {
        Profile profile = Profile.named(name).orElseThrow();
        int limit = profile.limits().get(Occasion.MESSAGE_BYTES).intValue();
        String close = "[\"NEG-CLOSE\",\"none\"]";
        try (Served served = new Served(profile);
                PortClient client = new PortClient(served.uri("ws"))) {
            client.send(close + " ".repeat(limit - close.length()));
            client.send("[\"REQ\",\"s\",{\"kinds\":[1],\"#t\":[\"x\"]}]");
            assertEquals("[\"EOSE\",\"s\"]", client.next());

            client.send(close + " ".repeat(limit + 1 - close.length()));

            assertEquals(answer, client.next());
            assertEquals(
                    Map.of(Occasion.MESSAGE_BYTES, 1L), served.relay.counts().refused());
            assertEquals(1, served.relay.counts().mostSubscriptions());
        }
    }

    @Test
    void itsDocumentIsTheOneOfTheProfile() throws Exception {
        try (Served served = new Served(Profile.named("nos.lol").orElseThrow());
                HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(served.uri("http"))
                    .header("Accept", "application/nostr+json")
                    .build();

            String document =
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body();

            assertTrue(document.contains("\"max_subscriptions\":20"), document);
            assertTrue(document.contains("\"software\":\"git+https://github.com/hoytech/strfry.git\""), document);
        }
    }

    private static final class Served implements AutoCloseable {

        private final MvEventArchive archive = MvEventArchive.inMemory(ArchiveOptions.DEFAULT);
        private final Intake intake = new Intake(archive, Policies.mirror(), 1);
        private final ProfiledRelay relay;
        private final RelayPort port;

        Served(Profile profile) throws Exception {
            relay = new ProfiledRelay(archive, intake, profile, Time.system(), WallClock.system());
            port = RelayPort.open(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    relay,
                    Map.of("/", new RelayPage(relay::information, Set.of())),
                    PortOptions.DEFAULT);
        }

        URI uri(String scheme) {
            return URI.create(scheme + "://127.0.0.1:" + port.port());
        }

        @Override
        public void close() {
            port.close();
            relay.close();
            intake.close();
            archive.close();
        }
    }
}
