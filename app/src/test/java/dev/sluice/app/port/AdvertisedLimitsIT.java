package dev.sluice.app.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.page.RelayPage;
import dev.sluice.archive.Write;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.FilterBytes;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.Utf8;
import dev.sluice.relay.Limit;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.RelayLimits;
import dev.sluice.relay.WritePolicy;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads the information document and tries each number: at the limit it works, one above is refused or lowered. */
@Timeout(60)
final class AdvertisedLimitsIT {

    private static final RelayLimits LIMITS = RelayLimits.DEFAULT
            .with(Limit.MAX_MESSAGE_LENGTH, 20_000)
            .with(Limit.MAX_SUBSCRIPTIONS, 7)
            .with(Limit.MAX_LIMIT, 30)
            .with(Limit.DEFAULT_LIMIT, 20)
            .with(Limit.MAX_SUBID_LENGTH, 40)
            .with(Limit.MAX_FILTERS, 6)
            .with(Limit.MAX_FILTER_FIELD_BYTES, 1_000)
            .with(Limit.MAX_FILTER_BYTES, 3_000)
            .with(Limit.MAX_SUBSCRIPTION_BYTES, 8_000)
            .with(Limit.MAX_EVENT_BYTES, 5_000)
            .with(Limit.MAX_EVENT_TAGS, 30)
            .with(Limit.MAX_CONTENT_LENGTH, 4_000)
            .with(Limit.CREATED_AT_LOWER_LIMIT, 100_000)
            .with(Limit.CREATED_AT_UPPER_LIMIT, 1_000);

    /** A probe may take a second or two between our clock and the relay's. */
    private static final int SLACK_SECONDS = 20;

    private static final Pattern NUMBER = Pattern.compile("\"([a-z_]+)\":(\\d+)");

    private final KeyPair author = KeyPair.parse("07".repeat(32));
    private final MvEventArchive archive = MvEventArchive.inMemory(ArchiveOptions.DEFAULT);
    private final Intake intake = new Intake(archive, Policies.mirror(), 1);
    private final RelayCore core = new RelayCore(
            archive, intake, LIMITS, WritePolicy.OPEN, Time.system(), WallClock.system(), RelayInformation.NONE);
    private final long now = WallClock.system().seconds();
    private RelayPort port;
    private PortClient client;

    @BeforeEach
    void open() throws Exception {
        List<Event> notes = IntStream.range(0, 40)
                .mapToObj(i -> author.sign(now - i, 1, List.of(), "note " + i))
                .toList();
        archive.submit(new Write.Events(notes, Policies.mirror(), true)).get();
        port = RelayPort.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                core,
                Map.of("/", new RelayPage(core::information, Set.of())),
                new PortOptions(LIMITS, PortOptions.DEFAULT.origins()));
        client = new PortClient(URI.create("ws://127.0.0.1:" + port.port()));
    }

    @AfterEach
    void close() {
        client.close();
        port.close();
        core.close();
        intake.close();
        archive.close();
    }

    @Test
    void everyNumberIsEnforcedAsItIsAdvertised() throws Exception {
        Map<String, Integer> advertised = advertised();
        for (Limit limit : List.of(Limit.MAX_LIMIT, Limit.MAX_FILTER_BYTES, Limit.CREATED_AT_LOWER_LIMIT)) {
            assertEquals(LIMITS.of(limit), (long) advertised.get(limit.key()));
        }
        assertEquals(14, advertised.size(), advertised.toString());
        for (Map.Entry<String, Integer> field : advertised.entrySet()) {
            probe(field.getKey(), field.getValue());
        }
    }

    private void probe(String field, int number) throws InterruptedException {
        switch (field) {
            case "max_message_length" -> {
                assertEnds(padded("[\"REQ\",\"a\",{\"ids\":[]}]", number));
                assertClosed(padded("[\"REQ\",\"a\",{\"ids\":[]}]", number + 1), number);
            }
            case "max_subscriptions" -> {
                client.send("[\"CLOSE\",\"a\"]");
                for (int i = 0; i < number; i++) {
                    assertEnds("[\"REQ\",\"s" + i + "\",{\"ids\":[]}]");
                }
                assertClosed("[\"REQ\",\"over\",{\"ids\":[]}]", number);
                for (int i = 0; i < number; i++) {
                    client.send("[\"CLOSE\",\"s" + i + "\"]");
                }
            }
            case "max_limit" -> {
                assertEquals(number, stored("{\"limit\":" + number + "}"));
                assertEquals(number, stored("{\"limit\":" + (number + 1) + "}"));
            }
            case "default_limit" -> assertEquals(number, stored("{}"));
            case "max_subid_length" -> {
                assertEnds("[\"REQ\",\"" + "x".repeat(number) + "\",{\"ids\":[]}]");
                assertClosed("[\"REQ\",\"" + "x".repeat(number + 1) + "\",{\"ids\":[]}]", number);
                client.send("[\"CLOSE\",\"" + "x".repeat(number) + "\"]");
            }
            case "max_filters" -> {
                assertEnds(req(Collections.nCopies(number, "{\"ids\":[]}")));
                assertClosed(req(Collections.nCopies(number + 1, "{\"ids\":[]}")), number);
            }
            case "max_filter_field_bytes" -> {
                assertEnds(req(List.of(topics(number))));
                assertClosed(req(List.of(topics(number + 1))), number);
            }
            case "max_filter_bytes" -> {
                assertEnds(req(Collections.nCopies(3, topics(number / 3))));
                assertClosed(
                        req(List.of(topics(1_000), topics(1_000), topics(number - 2_000 - 100), topics(101))), number);
            }
            case "max_subscription_bytes" -> retained(number);
            case "max_event_bytes" -> {
                int around = Utf8.length(Codec.encode(author.sign(now, 1, List.of(List.of("t", "")), "")));
                assertOk(author.sign(now, 1, List.of(List.of("t", "x".repeat(number - around))), ""), -1);
                assertOk(author.sign(now, 1, List.of(List.of("t", "x".repeat(number - around + 1))), ""), number);
            }
            case "max_event_tags" -> {
                assertOk(author.sign(now, 1, Collections.nCopies(number, List.of("t", "x")), ""), -1);
                assertOk(author.sign(now, 1, Collections.nCopies(number + 1, List.of("t", "x")), ""), number);
            }
            case "max_content_length" -> {
                assertOk(author.sign(now, 1, List.of(), "x".repeat(number)), -1);
                assertOk(author.sign(now, 1, List.of(), "x".repeat(number + 1)), number);
            }
            case "created_at_lower_limit" -> {
                assertOk(author.sign(now - number + SLACK_SECONDS, 1, List.of(), ""), -1);
                assertOk(author.sign(now - number - 1, 1, List.of(), ""), number);
            }
            case "created_at_upper_limit" -> {
                assertOk(author.sign(now + number, 1, List.of(), ""), -1);
                assertOk(author.sign(now + number + SLACK_SECONDS, 1, List.of(), ""), number);
            }
            default -> throw new AssertionError("nobody tries " + field);
        }
    }

    private void retained(int number) throws InterruptedException {
        client.send("[\"CLOSE\",\"a\"]");
        int each = 1_000 + Limit.FILTER_OVERHEAD;
        List<String> ids = new ArrayList<>();
        int left = number;
        for (int i = 0; left > each; i++, left -= each) {
            ids.add("r" + i);
            assertEnds("[\"REQ\",\"r" + i + "\"," + topics(1_000) + "]");
        }
        assertClosed("[\"REQ\",\"last\"," + topics(left - Limit.FILTER_OVERHEAD + 1) + "]", number);
        assertEnds("[\"REQ\",\"last\"," + topics(left - Limit.FILTER_OVERHEAD) + "]");
        ids.add("last");
        ids.forEach(id -> client.send("[\"CLOSE\",\"" + id + "\"]"));
    }

    private Map<String, Integer> advertised() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.port() + "/"))
                .header("Accept", "application/nostr+json")
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            String document =
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            String limitation = document.substring(document.indexOf("\"limitation\""));
            Map<String, Integer> numbers = new LinkedHashMap<>();
            NUMBER.matcher(limitation)
                    .results()
                    .forEach(found -> numbers.put(found.group(1), Integer.parseInt(found.group(2))));
            return numbers;
        }
    }

    private int stored(String filter) throws InterruptedException {
        client.send("[\"REQ\",\"a\"," + filter + "]");
        int events = 0;
        for (String answer = client.next(); !answer.startsWith("[\"EOSE\""); answer = client.next()) {
            events++;
        }
        return events;
    }

    private void assertEnds(String req) throws InterruptedException {
        client.send(req);
        String answer = client.next();
        assertTrue(answer.startsWith("[\"EOSE\""), answer);
    }

    private void assertClosed(String req, int number) throws InterruptedException {
        client.send(req);
        String answer = client.next();
        assertTrue(answer.startsWith("[\"CLOSED\"") && answer.contains(" " + number), answer);
    }

    /** @param number what the refusal names, -1 for none */
    private void assertOk(Event event, int number) throws InterruptedException {
        client.send("[\"CLOSE\",\"a\"]");
        client.send("[\"EVENT\"," + Codec.encode(event) + "]");
        String answer = client.next();
        String wanted = "[\"OK\",\"" + event.id() + "\"," + (number < 0) + ",";
        assertTrue(answer.startsWith(wanted) && (number < 0 || answer.contains(" " + number)), answer);
    }

    private static String req(List<String> filters) {
        return "[\"REQ\",\"a\"," + String.join(",", filters) + "]";
    }

    private static String padded(String text, int bytes) {
        return text + " ".repeat(bytes - text.length());
    }

    /** A filter whose values weigh so much. */
    private static String topics(int bytes) {
        int each = FilterBytes.of("x000");
        int many = bytes / each - 1;
        List<String> values = IntStream.range(0, many)
                .mapToObj(i -> String.format("x%03d", i))
                .collect(Collectors.toCollection(ArrayList::new));
        values.add("y".repeat(bytes - many * each - 3));
        return "{\"ids\":[],\"#t\":[\"" + String.join("\",\"", values) + "\"]}";
    }
}
