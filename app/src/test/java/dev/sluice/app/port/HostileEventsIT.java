package dev.sluice.app.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Attacks by what is published over real sockets: nothing is stored that should not be. */
@Timeout(60)
final class HostileEventsIT {

    private final AttackedPort rig = new AttackedPort();

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @Test
    void eventsThatAreForgedOrOutOfTimeAreNotStored() throws Exception {
        RawClient client = rig.attacker();
        Event good = AttackedPort.AUTHOR.sign(AttackedPort.NOW, 1, List.of(), "good");
        Event other = AttackedPort.AUTHOR.sign(AttackedPort.NOW, 1, List.of(), "other");
        String forged = Codec.encode(good).replace(good.sig().hex(), other.sig().hex());
        client.text("[\"EVENT\"," + forged + "]");
        assertTrue(client.next().startsWith("[\"OK\",\"" + good.id() + "\",false,\"invalid: "));
        assertEquals(AttackedPort.ok(good, true, ""), AttackedPort.published(client, good));

        for (String moment : List.of("-1", "9223372036854775808", "18446744073709551615", "1e400", "1700000000.5")) {
            client.text("[\"EVENT\","
                    + Codec.encode(other).replace("\"created_at\":" + AttackedPort.NOW, "\"created_at\":" + moment)
                    + "]");
            assertTrue(client.next().startsWith("[\"OK\",\"" + other.id() + "\",false,\"invalid: "), moment);
        }
        Event late = AttackedPort.AUTHOR.sign(Long.MAX_VALUE / 4, 1, List.of(), "late");
        assertEquals(
                AttackedPort.ok(late, false, "invalid: created_at is more than 900 seconds in the future"),
                AttackedPort.published(client, late));

        KeyPair stranger = KeyPair.parse("09".repeat(32));
        Event deletion = stranger.sign(
                AttackedPort.NOW,
                5,
                List.of(List.of("e", AttackedPort.NOTES.get(0).id().hex())),
                "not mine");
        assertEquals(AttackedPort.ok(deletion, true, ""), AttackedPort.published(client, deletion));
        client.text(
                "[\"COUNT\",\"held\",{\"ids\":[\"" + AttackedPort.NOTES.get(0).id() + "\",\"" + late.id() + "\"]}]");
        assertEquals("[\"COUNT\",\"held\",{\"count\":1}]", client.next());
    }

    @Test
    void oddTextIsKeptAsItIsAndContactListsHaveABound() throws Exception {
        RawClient client = rig.attacker();
        Event odd = AttackedPort.AUTHOR.sign(
                AttackedPort.NOW, 1, List.of(List.of("t", "a\u0000b"), List.of("\u0000", "")), "\u0000\u001b\u2028");
        assertEquals(AttackedPort.ok(odd, true, ""), AttackedPort.published(client, odd));
        client.text("[\"REQ\",\"odd\",{\"#t\":[\"a\\u0000b\"]}]");
        assertEquals("[\"EVENT\",\"odd\"," + Codec.encode(odd) + "]", client.next());
        assertTrue(client.next().startsWith("[\"EOSE\",\"odd\""));

        Event friends = AttackedPort.AUTHOR.sign(
                AttackedPort.NOW,
                3,
                Collections.nCopies(
                        10_000, List.of("p", AttackedPort.AUTHOR.publicKey().hex())),
                "");
        assertEquals(AttackedPort.ok(friends, true, ""), AttackedPort.published(client, friends));
        Event crowd = AttackedPort.AUTHOR.sign(AttackedPort.NOW, 3, Collections.nCopies(20_001, List.of("p", "")), "");
        assertEquals(
                AttackedPort.ok(crowd, false, "invalid: event exceeds max tag count 20000"),
                AttackedPort.published(client, crowd));
        String masses = Codec.encode(AttackedPort.AUTHOR.sign(
                AttackedPort.NOW,
                3,
                Collections.nCopies(
                        100_000, List.of("p", AttackedPort.AUTHOR.publicKey().hex())),
                ""));
        client.head(RawClient.TEXT | RawClient.LAST, masses.length());
        client.write(masses.substring(0, 1_200_000));
        assertEquals("closed 1009", client.next());
    }
}
