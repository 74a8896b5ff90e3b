package dev.sluice.app.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Attacks on connections over real sockets: each is refused as documented, and a client beside it notices nothing. */
@Timeout(60)
final class HostilePeersIT {

    /** So many parts of 64 KiB are more than a message may have. */
    private static final int BEYOND = 18;

    private final AttackedPort rig = new AttackedPort();

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @Test
    void handshakesThatDribbleAreCut() throws Exception {
        List<RawClient> slow = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            RawClient client = new RawClient(rig.port.port());
            rig.attackers.add(client);
            slow.add(client);
        }
        assertThrows(IOException.class, () -> {
            for (int i = 0; i < 100; i++) {
                for (RawClient client : slow) {
                    client.write("GET / HTTP/1.1".substring(i % 14, i % 14 + 1));
                }
                rig.assertIsServed("meanwhile" + i);
                TimeUnit.MILLISECONDS.sleep(100);
            }
        });
        AttackedPort.await(() -> rig.port.handshakes() == 0);
    }

    @Test
    void whoReadsNothingDelaysNobody() throws Exception {
        RawClient deaf = rig.attacker();
        deaf.text("[\"REQ\",\"live\",{\"limit\":0}]");
        rig.wellBehaved.text("[\"REQ\",\"live\",{\"limit\":0}]");
        rig.assertEose("live");
        // far more than sockets buffer
        for (int i = 0; i < 20; i++) {
            deaf.text("[\"REQ\",\"all\",{\"limit\":5000}]");
        }
        RawClient publisher = rig.attacker();
        Event event = AttackedPort.AUTHOR.sign(AttackedPort.NOW, 1, List.of(), "live");
        assertEquals(AttackedPort.ok(event, true, ""), AttackedPort.published(publisher, event));
        assertEquals("[\"EVENT\",\"live\"," + Codec.encode(event) + "]", rig.wellBehaved.next());
        rig.wellBehaved.text("[\"CLOSE\",\"live\"]");
    }

    @Test
    void aMessageOf64MegabytesEndsTheConnectionBeforeItIsThere() throws Exception {
        byte[] part = new byte[64 << 10];
        Arrays.fill(part, (byte) ' ');
        RawClient atOnce = rig.attacker();
        atOnce.head(RawClient.TEXT | RawClient.LAST, 64L << 20);
        for (int i = 0; i < BEYOND; i++) {
            atOnce.bytes(part);
        }
        assertEquals("closed 1009", atOnce.next());

        RawClient inParts = rig.attacker();
        inParts.frame(RawClient.TEXT, part);
        for (int i = 1; i < BEYOND; i++) {
            inParts.frame(RawClient.CONTINUATION, part);
        }
        assertEquals("closed 1009", inParts.next());
        // who goes on all the same is cut
        assertThrows(IOException.class, () -> {
            for (int i = 0; i < 1_024; i++) {
                inParts.frame(RawClient.CONTINUATION, part);
            }
        });

        RawClient compressed = RawClient.from(
                rig.port.port(), AttackedPort.ADDRESS, "Sec-WebSocket-Extensions: permessage-deflate\r\n");
        rig.attackers.add(compressed);
        byte[] bomb = deflated(64 << 20);
        assertTrue(bomb.length < 1 << 20);
        compressed.frame(RawClient.TEXT | RawClient.LAST | RawClient.COMPRESSED, bomb);
        assertEquals("closed 1009", compressed.next());
    }

    /** So many spaces, as permessage-deflate sends them. */
    private static byte[] deflated(int spaces) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        byte[] text = new byte[spaces];
        Arrays.fill(text, (byte) ' ');
        deflater.setInput(text);
        byte[] buffer = new byte[1 << 16];
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int length = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
        while (length > 0) {
            out.write(buffer, 0, length);
            length = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
        }
        deflater.end();
        assertNotEquals(0, out.size());
        // the tail of an empty block stays away (RFC 7692)
        return Arrays.copyOf(out.toByteArray(), out.size() - 4);
    }
}
