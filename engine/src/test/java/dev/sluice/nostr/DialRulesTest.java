package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DialRulesTest {

    private static final DialRules OPEN = DialRules.OPEN_INTERNET;

    private static RelayUrl relay(String url) {
        return RelayUrl.parse(url).orElseThrow();
    }

    private static AddressRange range(String text) {
        return AddressRange.parse(text).orElseThrow();
    }

    private static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getByName(literal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wss://relay.example",
                "ws://relay.example",
                "wss://relay.example:7777/inbox",
                "ws://9.9.9.9:8080",
                "wss://[2606:4700:4700::1111]"
            })
    void theOpenInternetMayBeDialled(String url) {
        assertEquals(Optional.empty(), OPEN.refusal(relay(url)));
    }

    /** Spellings that the JDK, a browser or a C library would read as an address that is not public. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ws://localhost",
                "ws://LOCALHOST.",
                "ws://127.0.0.1",
                "ws://127.1",
                "ws://2130706433",
                "ws://0x7f000001",
                "ws://0x7f.1",
                "ws://0177.0.0.1",
                "ws://017700000001",
                "ws://127.0.0.1.",
                "ws://\uFF11\uFF12\uFF17.0.0.1",
                "ws://127\u30020\u30020\u30021",
                "ws://0",
                "ws://0.0.0.0",
                "ws://[::1]",
                "ws://[::]",
                "ws://[0:0:0:0:0:0:0:1]",
                "ws://[::ffff:127.0.0.1]",
                "ws://[::ffff:7f00:1]",
                "ws://[::ffff:0:127.0.0.1]",
                "ws://[64:ff9b::10.0.0.1]",
                "ws://[2002:a9fe:a9fe::]",
                "ws://[fe80::1]",
                "ws://[fd00::1]",
                "ws://169.254.169.254",
                "ws://100.100.100.200",
                "ws://metadata.google.internal",
                "ws://10.0.0.1:7777",
                "ws://relay.example:22",
                "ws://relay.example:25",
                "ws://relay.example:6379",
                "ws://relay.example:65535"
            })
    void whatIsNotTheOpenInternetMayNot(String url) {
        Optional<RelayUrl> relay = RelayUrl.parse(url);
        assertFalse(relay.isPresent() && OPEN.mayDial(relay.get()), url);
    }

    @Test
    void theOperatorMayAllowMore() throws UnknownHostException {
        DialRules rules = new DialRules(
                Set.of(9000), Set.of("relay.lan"), Set.of(), Set.of(range("10.1.0.0/16"), range("fd00::/8")));
        assertTrue(rules.mayDial(relay("ws://relay.lan")));
        assertTrue(rules.mayDial(relay("ws://relay.lan:9000")));
        assertFalse(rules.mayDial(relay("ws://relay.lan:9001")));
        assertTrue(rules.mayDial(relay("ws://relay.example:9000")));
        assertTrue(rules.mayDial(relay("ws://10.1.2.3")));
        assertFalse(rules.mayDial(relay("ws://10.2.2.3")));
        assertTrue(rules.mayReach(address("fd12::1")));
        assertFalse(rules.mayReach(address("fe80::1")));
        assertTrue(rules.vouchesFor(relay("ws://relay.lan")));
        assertFalse(rules.vouchesFor(relay("ws://relay.example")));
    }

    @Test
    void aNamedRelayIsFreeAtItsPlaceAndItsHostNowhereElse() {
        DialRules rules = OPEN.alsoTo(List.of(relay("ws://10.0.0.5:6379"), relay("wss://named.example/inbox")));
        assertTrue(rules.mayDial(relay("ws://10.0.0.5:6379")));
        assertFalse(rules.mayDial(relay("ws://10.0.0.5")));
        assertTrue(rules.mayDial(relay("wss://named.example/other")));
        assertTrue(rules.vouchesFor(relay("wss://named.example/other")));
        assertFalse(rules.mayDial(relay("wss://named.example:7777")));
        assertTrue(rules.mayDial(relay("wss://not-named.example:7777")));
    }

    @Test
    void rangesAreReadInEverySpellingAndNothingElse() throws UnknownHostException {
        assertTrue(range("10.0.0.7").contains(address("10.0.0.7")));
        assertFalse(range("10.0.0.7").contains(address("10.0.0.6")));
        assertTrue(range("10.0.0.0/9").contains(address("10.127.255.255")));
        assertFalse(range("10.0.0.0/9").contains(address("10.128.0.0")));
        assertTrue(range("0.0.0.0/0").contains(address("255.1.2.3")));
        assertFalse(range("0.0.0.0/0").contains(address("::1")));
        assertTrue(range("[fd00::]/8").contains(address("fdff::1")));
        assertTrue(range("::ffff:10.0.0.1").contains(address("10.0.0.1")));
        for (String text : List.of("10.0.0.0/33", "10.0.0", "10.0.0.0/", "10.0.0.0/-1", "host/8", "fd00::/129", "")) {
            assertEquals(Optional.empty(), AddressRange.parse(text), text);
        }
    }
}
