package dev.sluice.app.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Gauge;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.relay.Limit;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks by what is asked over real sockets: only the request itself is refused, and a client beside it notices nothing. */
@Timeout(60)
final class HostileRequestsIT {

    private final AttackedPort rig = new AttackedPort();

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @Test
    void ofTenThousandSubscriptionsOnlyAsManyAreKeptAsAreAllowed() throws Exception {
        RawClient client = rig.attacker();
        Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < 10_000; i++) {
                    client.text("[\"REQ\",\"s" + i + "\",{\"#t\":[\"" + i + "\"],\"limit\":0}]");
                }
            } catch (IOException cut) {
                // then fewer were answered
            }
        });
        int open = 0;
        int tooMany = 0;
        int tooFast = 0;
        String said = client.next();
        while (open + tooMany + tooFast < 6_000 && !said.startsWith("c")) {
            open += said.startsWith("[\"EOSE\"") ? 1 : 0;
            tooMany += said.contains("\"blocked: too many subscriptions, no more than 500 at a time\"") ? 1 : 0;
            tooFast += said.contains("\"rate-limited: too many ") ? 1 : 0;
            said = client.next();
        }
        assertEquals(500, open);
        assertTrue(tooMany >= 700 && tooMany < 1_500, tooMany + " refused for their number");
        assertTrue(tooFast > 4_000, tooFast + " refused for their speed");
        assertTrue(rig.metrics.value(Gauge.SERVED_SUBSCRIPTION_BYTES) < 500 * (Limit.FILTER_OVERHEAD + 10));
    }

    @Test
    void ofAFloodOfReconciliationsTenAreOpen() throws Exception {
        RawClient client = rig.attacker();
        int open = 0;
        for (int i = 0; i < 100; i++) {
            client.text("[\"NEG-OPEN\",\"n" + i + "\",{\"until\":" + (AttackedPort.NOW - i % 3) + "},\"6100000200\"]");
            String said = client.next();
            boolean opened = said.startsWith("[\"NEG-MSG\",\"n" + i + "\",");
            boolean refused = said.equals("[\"NEG-ERR\",\"n" + i
                    + "\",\"rate-limited: too many negentropy subscriptions, no more than 10\"]");
            assertTrue(opened || refused, said);
            open += opened ? 1 : 0;
        }
        assertEquals(10, open);
        assertEquals(10, rig.metrics.value(Gauge.SERVED_NEG_SESSIONS));
    }

    @Test
    void idsThatAreForgedReachNobodyElse() throws Exception {
        rig.wellBehaved.text("[\"REQ\",\"mine\",{\"limit\":0}]");
        rig.assertEose("mine");
        RawClient client = rig.attacker();
        client.text("[\"CLOSE\",\"mine\"]");
        client.text("[\"REQ\",\"mine\",{\"kinds\":[9],\"limit\":0}]");
        assertTrue(client.next().startsWith("[\"EOSE\",\"mine\""));
        client.text("[\"REQ\",\"" + "x".repeat(65) + "\",{}]");
        assertEquals(
                "[\"CLOSED\",\"" + "x".repeat(65) + "\",\"invalid: subscription id must have 1 to 64 characters\"]",
                client.next());
        client.text("[\"REQ\",\"\",{\"limit\":0}]");
        assertTrue(client.next().startsWith("[\"NOTICE\",\"invalid: "));
        client.text("[\"REQ\",\"\\u0000\\u001b\\\"\\\\\",{\"limit\":0}]");
        assertTrue(client.next().startsWith("[\"EOSE\",\"\\u0000\\u001b\\\"\\\\\""));
        Event event = AttackedPort.AUTHOR.sign(AttackedPort.NOW, 1, List.of(), "for whoever is open");
        assertEquals(AttackedPort.ok(event, true, ""), AttackedPort.published(rig.attacker(), event));
        assertEquals("[\"EVENT\",\"mine\"," + Codec.encode(event) + "]", rig.wellBehaved.next());
        rig.wellBehaved.text("[\"CLOSE\",\"mine\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"until\":-1",
                "\"since\":-1",
                "\"until\":9223372036854775808",
                "\"until\":18446744073709551616",
                "\"until\":1e400",
                "\"since\":2,\"until\":1",
                "\"limit\":-1",
                "\"limit\":18446744073709551616"
            })
    void timesAndLimitsBeyondReasonEndOnlyTheirOwnRequest(String field) throws Exception {
        RawClient client = rig.attacker();
        client.text("[\"REQ\",\"odd\",{\"kinds\":[9]," + field + "}]");
        String said = client.next();
        boolean answered = said.startsWith("[\"EOSE\",\"odd\"");
        assertTrue(answered || said.startsWith("[\"CLOSED\",\"odd\",\"invalid: "), said);
        client.text("[\"COUNT\",\"odd\",{\"kinds\":[9]," + field + "}]");
        String counted = answered ? "[\"COUNT\",\"odd\",{\"count\":0}]" : "[\"CLOSED\",\"odd\",\"invalid: ";
        assertTrue(client.next().startsWith(counted));
    }

    @Test
    void aQueryThatWouldReadForEverEndsAtItsBoundAndHoldsNobodyUp() throws Exception {
        for (int i = 0; i < 20; i++) {
            RawClient client = RawClient.from(rig.port.port(), "203.0.113." + i);
            rig.attackers.add(client);
            for (int turn = 0; turn < 10; turn++) {
                client.text("[\"REQ\",\"vain" + turn + "\",{\"#t\":[\"a\"],\"#r\":[\"a\"]}]");
            }
        }
        for (int i = 0; i < 10; i++) {
            rig.assertIsServed("meanwhile" + i);
        }
        for (RawClient client : rig.attackers) {
            for (int turn = 0; turn < 10; turn++) {
                assertEquals(
                        "[\"CLOSED\",\"vain" + turn
                                + "\",\"error: query too slow, narrow it: 1000 rows or 10 seconds of reading were in vain\"]",
                        client.next());
            }
            client.text("[\"COUNT\",\"vain\",{\"#t\":[\"a\"],\"#r\":[\"a\"]}]");
            assertTrue(client.next().startsWith("[\"CLOSED\",\"vain\",\"error: query too slow"));
            client.text("[\"NEG-OPEN\",\"vain\",{\"#t\":[\"a\"],\"#r\":[\"a\"]},\"6100000200\"]");
            assertTrue(client.next().startsWith("[\"NEG-ERR\",\"vain\",\"error: query too slow"));
        }
    }
}
