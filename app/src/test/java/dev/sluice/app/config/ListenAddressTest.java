package dev.sluice.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
final class ListenAddressTest {

    @Test
    void hostsAndPortsAreRead() {
        assertEquals(new ListenAddress("127.0.0.1", 7447), ListenAddress.parse("127.0.0.1:7447"));
        assertEquals(new ListenAddress("::1", 0), ListenAddress.parse("[::1]:0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:7447", "[::1]:80", "relay.example:0"})
    void itIsWrittenAsItIsRead(String text) {
        assertEquals(text, ListenAddress.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":7447", "7447", "127.0.0.1", "127.0.0.1:", "a:65536", "a:-1", "a:x", "::1:80"})
    void otherTextIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> ListenAddress.parse(text));
    }

    @Test
    void onlyLoopbackAddressesAreLoopback() {
        assertTrue(ListenAddress.parse("127.0.0.2:1").loopback());
        assertTrue(ListenAddress.parse("[::1]:1").loopback());
        assertFalse(ListenAddress.parse("0.0.0.0:1").loopback());
    }
}
