package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicHostTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "relay.example",
                "relay.damus.io",
                "xn--mnchen-3ya.example",
                "1.1.1.1",
                "8.8.8.8",
                "172.32.0.1",
                "100.128.0.1",
                "192.0.3.1",
                "198.20.0.1",
                "169.253.0.1",
                "223.255.255.255",
                "[2606:4700:4700::1111]",
                "[2002:808:808::1]",
                "[::ffff:8.8.8.8]",
                "[64:ff9b::808:808]",
                "3com.example",
                "0x7f.example"
            })
    void openToTheWorld(String host) {
        assertTrue(PublicHost.may(host), host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "a.localhost",
                "printer.local",
                "intranet",
                "metadata.google.internal",
                "router.home.arpa",
                "hidden.onion",
                "127.0.0.1",
                "127.1",
                "127.255.255.254",
                "2130706433",
                "0x7f000001",
                "0x7f.0.0.1",
                "0177.0.0.1",
                "017700000001",
                "127.0.0.01",
                "0",
                "0.0.0.0",
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.0.1",
                "169.254.169.254",
                "100.64.0.1",
                "192.0.0.1",
                "192.0.2.1",
                "198.18.0.1",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "255.255.255.255",
                "256.1.1.1",
                "1.2.3.4.5",
                "8.8.8.8.",
                "[::1]",
                "[::]",
                "[fe80::1]",
                "[fc00::1]",
                "[fd12::1]",
                "[ff02::1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::127.0.0.1]",
                "[2002:7f00:1::]",
                "[64:ff9b::7f00:1]",
                "[2001:db8::1]",
                "[2001::1]",
                "[1:2]",
                "[fec0::1]"
            })
    void notOpenToTheWorld(String host) {
        assertFalse(PublicHost.may(host), host);
    }
}
