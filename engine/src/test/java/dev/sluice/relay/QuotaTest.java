package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Gauge;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class QuotaTest {

    private static final RelayLimits LIMITS = RelayLimits.DEFAULT
            .with(Limit.MAX_QUERIES_PER_MINUTE, 6)
            .with(Limit.MAX_NEG_MESSAGES_PER_MINUTE, 2)
            .with(Limit.MAX_MESSAGES_PER_MINUTE, 12)
            .with(Limit.MAX_WRITES_PER_MINUTE, 3)
            .with(Limit.ADDRESS_QUOTA_FACTOR, 2)
            .with(Limit.MAX_CONNECTIONS, 5)
            .with(Limit.MAX_CONNECTIONS_PER_ADDRESS, 3)
            .with(Limit.MAX_CONNECTS_PER_MINUTE, 6);

    private final TestRelay relay = new TestRelay(LIMITS, WritePolicy.OPEN);
    private final TestClient client = relay.connectFrom("here");

    @AfterEach
    void close() {
        relay.close();
    }

    @Test
    void oneQueryTooManyInAMinuteIsRefusedWithTheNumberAndTokensComeBackEvenly() throws InterruptedException {
        ask(client, 6);
        client.req("over", Filter.ALL);
        assertEquals(
                "rate-limited: too many queries, no more than 6 a minute",
                client.hearClosed().text());
        client.say("[\"COUNT\",\"over\",{}]");
        assertTrue(client.hearClosed().text().startsWith("rate-limited: too many queries"));
        client.say("[\"NEG-OPEN\",\"over\",{},\"6100000200\"]");
        assertInstanceOf(RelayMessage.NegErr.class, client.hear());
        relay.clock.advance(Duration.ofSeconds(10));
        ask(client, 1);
        client.req("over", Filter.ALL);
        client.hearClosed();
    }

    @Test
    void whatIsRefusedForItsFormCostsNoQuery() throws InterruptedException {
        Filter[] tooMany = Collections.nCopies(21, Filter.ALL).toArray(new Filter[0]);
        for (int i = 0; i < 6; i++) {
            client.req("a", tooMany);
            assertTrue(client.hearClosed().text().endsWith("filter count 20"));
        }
        ask(client, 6);
    }

    @Test
    void aRefusedPublicationDoesNotSlowRequests() throws InterruptedException {
        for (int i = 0; i < 24; i++) {
            client.publish(TestEvents.note(5, "note " + i));
            boolean taken = client.hearOk().accepted();
            assertEquals(i < 3, taken);
            if (i == 11) {
                ask(client, 6);
            }
        }
    }

    @Test
    void whoDoesNotListenToRefusalsIsDisconnectedWithAReason() throws InterruptedException {
        for (int i = 0; i < 12 + 12; i++) {
            client.say("[\"HELLO\"]");
            client.hear();
        }
        client.say("[\"HELLO\"]");
        assertEquals("rate-limited: too many messages, no more than 12 a minute", client.awaitEnd());
    }

    @Test
    void aCloseIsObeyedHoweverManyMessagesThereWere() throws InterruptedException {
        client.req("a", Filter.ALL);
        client.hearEose("a");
        long before = relay.metrics.value(Gauge.SERVED_SUBSCRIPTION_BYTES);
        for (int i = 0; i < 15; i++) {
            client.say("[\"HELLO\"]");
            client.hear();
        }
        client.say("[\"CLOSE\",\"a\"]");
        assertEquals(Limit.FILTER_OVERHEAD, before);
        assertEquals(0, relay.metrics.value(Gauge.SERVED_SUBSCRIPTION_BYTES));
    }

    @Test
    void continuationsHaveAQuotaOfTheirOwn() throws InterruptedException {
        client.say("[\"NEG-OPEN\",\"n\",{},\"6100000200\"]");
        assertInstanceOf(RelayMessage.NegMsg.class, client.hear());
        for (int i = 0; i < 2; i++) {
            client.say("[\"NEG-MSG\",\"n\",\"6100000200\"]");
            assertInstanceOf(RelayMessage.NegMsg.class, client.hear());
        }
        client.say("[\"NEG-MSG\",\"n\",\"6100000200\"]");
        RelayMessage.NegErr error = assertInstanceOf(RelayMessage.NegErr.class, client.hear());
        assertEquals("rate-limited: too many queries, no more than 2 NEG-MSG a minute", error.text());
        ask(client, 5);
    }

    @Test
    void allConnectionsOfAnAddressShareAQuotaThatLeavingDoesNotRenew() throws InterruptedException {
        ask(client, 6);
        TestClient second = relay.connectFrom("here");
        ask(second, 6);
        second.leave();
        TestClient third = relay.connectFrom("here");
        third.req("over", Filter.ALL);
        assertEquals(
                "rate-limited: too many queries, no more than 12 a minute",
                third.hearClosed().text());
        ask(relay.connectFrom("elsewhere"), 6);
    }

    @Test
    void trustedClientsHaveNoQuotas() throws InterruptedException {
        ask(relay.connect(), 50);
    }

    @Test
    void connectionsAreBoundedInAllAndForEachAddress() {
        ClientAddress here = new ClientAddress("here:1", "here", false);
        ClientAddress trusted = new ClientAddress("lo:1", "lo", true);
        assertTrue(relay.core.turnsAway(here).isEmpty());
        relay.connectFrom("here");
        TestClient third = relay.connectFrom("here");
        TurnedAway tooMany = relay.core.turnsAway(here).orElseThrow();
        assertFalse(tooMany.full());
        assertEquals("too many connections from your address, no more than 3", tooMany.text());
        relay.connect();
        TestClient fifth = relay.connectFrom("elsewhere");
        assertTrue(relay.core.turnsAway(trusted).orElseThrow().full());
        assertEquals(5, relay.metrics.value(Gauge.SERVED_CONNECTIONS));
        third.leave();
        third.leave();
        fifth.leave();
        assertEquals(3, relay.metrics.value(Gauge.SERVED_CONNECTIONS));
        assertTrue(relay.core.turnsAway(here).isEmpty());
        assertTrue(relay.core.turnsAway(trusted).isEmpty());
        assertEquals(2, relay.metrics.value(Gauge.SERVED_ADDRESSES));
    }

    @Test
    void whoSlipsInBesideAnotherIsToldWhyAndDisconnected() throws InterruptedException {
        relay.connectFrom("here");
        relay.connectFrom("here");
        assertEquals(
                "too many connections from your address, no more than 3",
                relay.connectFrom("here").awaitEnd());
    }

    @Test
    void attemptsOfOneAddressAreCounted() {
        ClientAddress there = new ClientAddress("there:1", "there", false);
        for (int i = 0; i < 6; i++) {
            assertTrue(relay.core.turnsAway(there).isEmpty());
        }
        assertEquals(
                "too many connections from your address, no more than 6 a minute",
                relay.core.turnsAway(there).orElseThrow().text());
        relay.clock.advance(Duration.ofSeconds(10));
        assertTrue(relay.core.turnsAway(there).isEmpty());
    }

    @Test
    void addressesThatAreGoneAreForgottenInTheEnd() {
        for (int i = 0; i < 10_100; i++) {
            assertTrue(relay.core
                    .turnsAway(new ClientAddress("a", "network " + i, false))
                    .isEmpty());
        }
        assertEquals(10_001, relay.metrics.value(Gauge.SERVED_ADDRESSES));
    }

    private static void ask(TestClient client, int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            client.req("a", Filter.ALL);
            client.hearStored("a");
        }
    }
}
