package dev.sluice.app.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.config.Origins;
import dev.sluice.app.page.RelayPage;
import dev.sluice.app.sample.SampleEvents;
import dev.sluice.archive.Write;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.relay.Limit;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.RelayLimits;
import dev.sluice.relay.WritePolicy;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RelayPortIT {

    private static final String UPGRADE = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

    private static final List<Event> EVENTS = SampleEvents.stream(3, 250).toList();

    private final MvEventArchive archive = MvEventArchive.inMemory(ArchiveOptions.DEFAULT);
    private final Intake intake = new Intake(archive, Policies.mirror(), 1);
    private final RelayCore core = new RelayCore(
            archive,
            intake,
            RelayLimits.DEFAULT,
            WritePolicy.OPEN,
            Time.system(),
            WallClock.system(),
            new RelayInformation("test", "", "", "", "sluice", "1", Set.of(), RelayLimitation.NONE));
    private RelayPort port;

    @BeforeEach
    void open() throws Exception {
        archive.submit(new Write.Events(EVENTS, Policies.mirror(), true)).get();
        port = RelayPort.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                core,
                Map.of("/", new RelayPage(core::information, Set.of())),
                PortOptions.DEFAULT);
    }

    @AfterEach
    void close() {
        port.close();
        core.close();
        intake.close();
        archive.close();
    }

    @Test
    void storedEventsComeNewestFirstThenLiveOnes() throws Exception {
        Event fresh = SampleEvents.stream(3, 251).toList().get(250);
        try (PortClient reader = client();
                PortClient writer = client()) {
            reader.send("[\"REQ\",\"s\",{\"limit\":2}]");
            assertEquals(delivery(EVENTS.get(249)), reader.next());
            assertEquals(delivery(EVENTS.get(248)), reader.next());
            assertTrue(reader.next().startsWith("[\"EOSE\",\"s\""));

            writer.send("[\"EVENT\"," + Codec.encode(fresh) + "]");
            assertTrue(writer.next().startsWith("[\"OK\",\"" + fresh.id() + "\",true,"));
            assertEquals(delivery(fresh), reader.next());
        }
    }

    @Test
    void countsAreAnswered() throws Exception {
        try (PortClient client = client()) {
            client.send("[\"COUNT\",\"c\",{\"kinds\":[1621]}]");
            long issues = EVENTS.stream().filter(event -> event.kind() == 1621).count();
            assertEquals("[\"COUNT\",\"c\",{\"count\":" + issues + "}]", client.next());
        }
    }

    @Test
    void messagesLongerThanOneFrameArriveWhole() throws Exception {
        try (PortClient client = client()) {
            String ids = String.join(
                    ",", EVENTS.stream().map(event -> "\"" + event.id() + "\"").toList());
            client.send("[\"REQ\",\"s\",{\"ids\":[" + ids + "]}]" + " ".repeat(200_000));
            for (Event event : EVENTS.reversed()) {
                assertEquals(delivery(event), client.next());
            }
        }
    }

    @Test
    void aMessageOverTheLimitIsRefusedWithWords() throws Exception {
        try (PortClient client = client()) {
            client.send("[\"REQ\",\"s\",{\"limit\":1}]" + " ".repeat(1 << 20));
            assertTrue(client.next().contains("exceeds max length 1048576 bytes"));
        }
    }

    @Test
    void aBinaryMessageEndsTheConnection() throws Exception {
        try (PortClient client = client()) {
            client.sendBinary(new byte[] {1});
            assertEquals("closed 1003", client.next());
        }
    }

    @Test
    void theInformationDocumentIsOnTheSameUrlForEveryOrigin() throws Exception {
        HttpResponse<String> answer = http("GET", "application/nostr+json");
        assertEquals(200, answer.statusCode());
        assertEquals("application/nostr+json", header(answer, "Content-Type"));
        assertEquals("*", header(answer, "Access-Control-Allow-Origin"));
        assertEquals(core.information().encode(), answer.body());
    }

    @Test
    void aBrowserMayAskBeforehand() throws Exception {
        HttpResponse<String> answer = http("OPTIONS", "*/*");
        assertEquals(204, answer.statusCode());
        assertEquals("*", header(answer, "Access-Control-Allow-Headers"));
        assertTrue(header(answer, "Access-Control-Allow-Methods").contains("GET"));
    }

    @Test
    void everybodyElseReadsOneLine() throws Exception {
        HttpResponse<String> answer = http("GET", "*/*");
        assertEquals(200, answer.statusCode());
        assertEquals(1, answer.body().lines().count());
        assertEquals(405, http("DELETE", "*/*").statusCode());
    }

    @Test
    void aBrowserReadsAPageThatLoadsNothing() throws Exception {
        HttpResponse<String> answer = http("GET", "text/html,application/xhtml+xml,*/*;q=0.8");
        assertEquals(200, answer.statusCode());
        assertEquals("text/html; charset=utf-8", header(answer, "Content-Type"));
        assertTrue(answer.body().contains("<h1>test</h1>"), answer.body());
        assertTrue(header(answer, "Content-Security-Policy").startsWith("default-src 'none'; style-src 'sha256-"));
        assertEquals("nosniff", header(answer, "X-Content-Type-Options"));
        assertEquals("", http("HEAD", "text/html").body());
    }

    @Test
    void noOtherPathAnswers() throws Exception {
        for (String path : List.of("/metrics", "/index.html", "/..", "//", "/%2e%2e/etc/passwd")) {
            HttpResponse<String> answer = http(path, "GET", "application/nostr+json");
            assertTrue(answer.statusCode() >= 400 && answer.statusCode() < 500, path + " " + answer.statusCode());
        }
    }

    @Test
    void compressionIsOffered() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            OutputStream out = socket.getOutputStream();
            String offer = UPGRADE.replace("\r\n\r\n", "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n");
            out.write(offer.getBytes(StandardCharsets.US_ASCII));
            String head = head(socket.getInputStream());
            assertTrue(head.startsWith("HTTP/1.1 101"), head);
            assertTrue(head.contains("permessage-deflate"), head);
        }
    }

    /** 250 events are about 200 KB, so 400 answers are far more than what sockets buffer. */
    @Test
    void aClientThatReadsNothingIsDisconnected() throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (RelayPort impatient = RelayPort.open(
                        any,
                        core,
                        Map.of(),
                        new PortOptions(RelayLimits.DEFAULT.with(Limit.SEND_SECONDS, 1), Origins.DEFAULT));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), impatient.port())) {
            socket.getOutputStream().write(UPGRADE.getBytes(StandardCharsets.US_ASCII));
            assertTrue(head(socket.getInputStream()).startsWith("HTTP/1.1 101"));
            byte[] req = frame("[\"REQ\",\"s\",{}]");
            assertThrows(IOException.class, () -> {
                while (true) {
                    socket.getOutputStream().write(req);
                }
            });
        }
    }

    @Test
    void closingThePortEndsTheConnections() throws Exception {
        try (PortClient client = client()) {
            client.send("[\"REQ\",\"s\",{\"limit\":1}]");
            assertEquals(delivery(EVENTS.get(249)), client.next());
            assertTrue(client.next().startsWith("[\"EOSE\""));
            port.close();
            assertTrue(client.next().startsWith("closed "));
        }
    }

    private PortClient client() {
        return new PortClient(URI.create("ws://127.0.0.1:" + port.port()));
    }

    private HttpResponse<String> http(String method, String accept) throws Exception {
        return http("/", method, accept);
    }

    private HttpResponse<String> http(String path, String method, String accept) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.port() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Accept", accept)
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElseThrow();
    }

    private static String delivery(Event event) {
        return "[\"EVENT\",\"s\"," + Codec.encode(event) + "]";
    }

    /** A masked text frame of a short text; the mask is zero. */
    private static byte[] frame(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        byte[] frame = new byte[bytes.length + 6];
        frame[0] = (byte) 0x81;
        frame[1] = (byte) (0x80 | bytes.length);
        System.arraycopy(bytes, 0, frame, 6, bytes.length);
        return frame;
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }
}
