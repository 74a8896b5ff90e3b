package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class RelayUrlTest {

    private static String canonical(Optional<RelayUrl> url) {
        return url.orElseThrow().toString();
    }

    @ParameterizedTest
    @CsvSource({
        "wss://relay.example.com,wss://relay.example.com",
        "wss://relay.example.com/,wss://relay.example.com",
        "' WSS://Relay.EXAMPLE.com:443// ',wss://relay.example.com",
        "ws://relay.example.com:80/,ws://relay.example.com",
        "ws://relay.example.com:443/,ws://relay.example.com:443",
        "wss://relay.example.com:,wss://relay.example.com",
        "wss://relay.example.com.,wss://relay.example.com",
        "wss://relay.example.com/Path/,wss://relay.example.com/Path",
        "wss://relay.example.com/?key=A/,wss://relay.example.com?key=A/",
        "wss://relay.example.com/a?b#c,wss://relay.example.com/a?b",
        "wss://bücher.example/é,wss://xn--bcher-kva.example/%C3%A9",
        "wss://BÜCHER.example,wss://xn--bcher-kva.example",
        "ws://127.0.0.1:7447,ws://127.0.0.1:7447",
        "ws://[::1]:7447/,ws://[::1]:7447",
        "wss://[2001:DB8::1],wss://[2001:db8::1]"
    })
    void oneRelayHasOneSpelling(String text, String canonical) {
        assertEquals(canonical, canonical(RelayUrl.parse(text)));
        assertEquals(RelayUrl.parse(text), RelayUrl.parse(canonical));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "relay.example.com",
                "https://relay.example.com",
                "wss:relay.example.com",
                "wss://",
                "wss:///path",
                "wss://user@relay.example.com",
                "wss://user:secret@relay.example.com",
                "wss://relay.example.com:0",
                "wss://relay.example.com:65536",
                "wss://relay.example.com:x",
                "wss://relay.example.com wss://other.example.com",
                "wss://relay.example.com,wss://other.example.com",
                "wss://relay_1.example.com",
                "wss://relay..example.com",
                "wss://127.1",
                "wss://0x7f.0.0.1",
                "wss://[::1",
                "wss://[::g]",
                "wss://relay.example.com/%zz",
                "wss://relay.example.com/a b",
                "wss://\u0000.example.com",
                "wss://\ud83d.example.com",
                "wss://relay.example.com/\ude00"
            })
    void garbageIsNoRelay(String text) {
        assertEquals(Optional.empty(), RelayUrl.parse(text));
    }

    @Test
    void endlessTextIsNoRelay() {
        assertEquals(Optional.empty(), RelayUrl.parse("wss://relay.example.com/" + "a".repeat(3_000)));
        assertEquals(Optional.empty(), RelayUrl.parse("wss://" + "a".repeat(64) + ".example.com"));
    }

    @ParameterizedTest
    @CsvSource({
        "relay.example.com,wss://relay.example.com",
        "relay.example.com:7777/x/,wss://relay.example.com:7777/x",
        "https://relay.example.com/,wss://relay.example.com",
        "HTTP://relay.example.com,ws://relay.example.com",
        "localhost:7447,ws://localhost:7447",
        "127.0.0.1,ws://127.0.0.1",
        "[::1]:7447,ws://[::1]:7447",
        "localhost.example.com,wss://localhost.example.com",
        "ws://relay.example.com,ws://relay.example.com"
    })
    void anOperatorMayTypeLess(String text, String canonical) {
        assertEquals(canonical, canonical(RelayUrl.ofUser(text)));
    }

    @Test
    void itsPartsAreAtHand() {
        RelayUrl url = RelayUrl.parse("wss://Relay.example.com/a?b").orElseThrow();
        assertEquals("relay.example.com", url.host());
        assertEquals(443, url.port());
        assertEquals(URI.create("wss://relay.example.com/a?b"), url.uri());
        assertEquals("https://relay.example.com/a?b", url.httpUrl());
        RelayUrl plain = RelayUrl.parse("ws://relay.example.com:81").orElseThrow();
        assertEquals("http://relay.example.com:81", plain.httpUrl());
        assertTrue(plain.compareTo(url) < 0);
    }
}
