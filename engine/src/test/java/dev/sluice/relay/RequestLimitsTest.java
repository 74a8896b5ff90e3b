package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Gauge;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.nostr.Utf8;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** At a limit all is well, one above is refused with the number. */
@Timeout(30)
final class RequestLimitsTest {

    private static final int VALUE = "x000".length() + 3;

    private static final RelayLimits LIMITS = RelayLimits.DEFAULT
            .with(Limit.MAX_SUBID_LENGTH, 5)
            .with(Limit.MAX_FILTER_FIELD_BYTES, 10 * VALUE)
            .with(Limit.MAX_FILTER_BYTES, 30 * VALUE)
            .with(Limit.MAX_SUBSCRIPTION_BYTES, 50 * VALUE + 5 * Limit.FILTER_OVERHEAD)
            .with(Limit.MAX_SUBSCRIPTION_BYTES_IN_ALL, 80 * VALUE + 8 * Limit.FILTER_OVERHEAD)
            .with(Limit.MAX_EVENT_TAGS, 3)
            .with(Limit.MAX_CONTENT_LENGTH, 4)
            .with(Limit.CREATED_AT_LOWER_LIMIT, 100);

    private final TestRelay relay = new TestRelay(LIMITS, WritePolicy.OPEN);
    private final TestClient client = relay.connect();
    private final KeyPair author = TestEvents.keyPair(1);

    @AfterEach
    void close() {
        relay.close();
    }

    @Test
    void theValuesOfOneField() throws InterruptedException {
        client.req("a", topics(10));
        client.hearEose("a");
        client.req("a", topics(11));
        assertEquals(
                "invalid: values of #t weigh more than 70 bytes",
                client.hearClosed().text());
        client.say("[\"NEG-OPEN\",\"n\"," + "{\"kinds\":[" + kinds(15) + "]},\"6100000200\"]");
        RelayMessage.NegErr error = assertInstanceOf(RelayMessage.NegErr.class, client.hear());
        assertEquals("invalid: values of kinds weigh more than 70 bytes", error.text());
        client.say("[\"COUNT\",\"c\",{\"authors\":[\"" + "ab".repeat(32) + "\",\"" + "cd".repeat(32) + "\"]}]");
        assertEquals(
                "invalid: values of authors weigh more than 70 bytes",
                client.hearClosed().text());
    }

    @Test
    void theValuesOfAllFiltersOfARequest() throws InterruptedException {
        client.req("a", topics(10), topics(10), topics(10));
        client.hearEose("a");
        client.req("a", topics(10), topics(10), topics(10), topics(1));
        assertEquals(
                "invalid: REQ too big, its values weigh more than 210 bytes",
                client.hearClosed().text());
    }

    @Test
    void whatAllSubscriptionsOfAConnectionWeigh() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            client.req("s" + i, topics(10));
            client.hearEose("s" + i);
        }
        client.req("t", Filter.ALL);
        assertEquals(
                "rate-limited: active subscriptions exceed max size 1630 bytes",
                client.hearClosed().text());
        client.req("s3", Filter.ALL);
        client.hearEose("s3");
        client.say("[\"CLOSE\",\"s4\"]");
        client.req("t", topics(10));
        client.hearEose("t");
    }

    @Test
    void whatAllSubscriptionsOfAllClientsWeigh() throws InterruptedException {
        TestClient other = relay.connect();
        for (TestClient one : List.of(client, other)) {
            for (int i = 0; i < 4; i++) {
                one.req("s" + i, topics(10));
                one.hearEose("s" + i);
            }
        }
        assertEquals(80 * VALUE + 8 * Limit.FILTER_OVERHEAD, relay.metrics.value(Gauge.SERVED_SUBSCRIPTION_BYTES));
        client.req("t", Filter.ALL);
        assertTrue(client.hearClosed().text().startsWith("error: this relay is busy, it keeps 2608 bytes"));
        other.leave();
        assertEquals(40 * VALUE + 4 * Limit.FILTER_OVERHEAD, relay.metrics.value(Gauge.SERVED_SUBSCRIPTION_BYTES));
        client.req("t", Filter.ALL);
        client.hearEose("t");
        client.leave();
        assertEquals(0, relay.metrics.value(Gauge.SERVED_SUBSCRIPTION_BYTES));
    }

    @Test
    void theLengthOfASubscriptionId() throws InterruptedException {
        client.req("é🍕345", Filter.ALL);
        client.hearEose("é🍕345");
        client.req("é🍕3456", Filter.ALL);
        assertEquals(
                "invalid: subscription id must have 1 to 5 characters",
                client.hearClosed().text());
    }

    @Test
    void tagsContentAndMomentOfAnEvent() throws InterruptedException {
        long now = relay.clock.seconds();
        assertTaken(event(now, 3, "🍕éxy"));
        assertRefused("invalid: event exceeds max tag count 3", event(now, 4, ""));
        assertRefused("invalid: content exceeds max length 4 characters", event(now, 0, "🍕éxyz"));
        assertTaken(event(now - 100, 0, ""));
        assertRefused("invalid: created_at is more than 100 seconds in the past", event(now - 101, 0, ""));
        assertTaken(event(now + 900, 0, ""));
        assertRefused("invalid: created_at is more than 900 seconds in the future", event(now + 901, 0, ""));
    }

    @Test
    void theSizeOfAnEventIsThatOfItsShortestSpelling() throws InterruptedException {
        Event event = author.sign(TestEvents.EPOCH, 1, List.of(), "x".repeat(1_000));
        int bytes = Utf8.length(Codec.encode(event));
        for (int most : List.of(bytes, bytes - 1)) {
            try (TestRelay strict =
                    new TestRelay(RelayLimits.DEFAULT.with(Limit.MAX_EVENT_BYTES, most), WritePolicy.OPEN)) {
                TestClient writer = strict.connect();
                writer.say("[\"EVENT\",   " + Codec.encode(event) + "]     ");
                RelayMessage.Ok ok = writer.hearOk();
                assertEquals(most == bytes, ok.accepted());
                assertEquals(most == bytes ? "" : "invalid: event exceeds max size " + most + " bytes", ok.text());
            }
        }
    }

    @Test
    void theDefaultLimitIsNoMoreThanTheLimit() {
        assertEquals(500, RelayLimits.DEFAULT.of(Limit.DEFAULT_LIMIT));
        assertEquals(7, RelayLimits.DEFAULT.with(Limit.MAX_LIMIT, 7).of(Limit.DEFAULT_LIMIT));
        assertThrows(IllegalArgumentException.class, () -> RelayLimits.DEFAULT.with(Limit.MAX_LIMIT, -1));
    }

    @Test
    void theUsualNumberIsOneThatAnOperatorMaySay() {
        for (Limit limit : Limit.values()) {
            boolean within = limit.usual() >= limit.least() && limit.usual() <= limit.most();
            assertTrue(within || limit.usual() == Limit.NONE, limit.key());
        }
    }

    private Event event(long createdAt, int tags, String content) {
        return author.sign(createdAt, 1, Collections.nCopies(tags, List.of("t", "x")), content);
    }

    private void assertTaken(Event event) throws InterruptedException {
        client.publish(event);
        RelayMessage.Ok ok = client.hearOk();
        assertTrue(ok.accepted(), ok.text());
    }

    private void assertRefused(String text, Event event) throws InterruptedException {
        client.publish(event);
        RelayMessage.Ok ok = client.hearOk();
        assertFalse(ok.accepted());
        assertEquals(text, ok.text());
    }

    private static Filter topics(int count) {
        Set<String> topics = IntStream.range(0, count)
                .mapToObj(i -> "x00" + (char) ('a' + i))
                .collect(Collectors.toSet());
        return Filter.ALL.withTag('t', topics);
    }

    private static String kinds(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Integer.toString(1000 + i))
                .collect(Collectors.joining(","));
    }
}
