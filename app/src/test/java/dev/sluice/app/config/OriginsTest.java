package dev.sluice.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.config.Origins.Header;
import dev.sluice.app.config.Origins.Origin;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
final class OriginsTest {

    private static final List<Network> PROXIES = List.of(Network.parse("10.0.0.0/8"), Network.parse("fd00::/8"));
    private static final Origins LISTED = new Origins(PROXIES, Header.X_FORWARDED_FOR, Origins.DEFAULT.trusted());
    private static final Origins STANDARD = new Origins(PROXIES, Header.FORWARDED, Origins.DEFAULT.trusted());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "203.0.113.7                      | 203.0.113.7",
                "1.1.1.1, 203.0.113.7             | 203.0.113.7",
                "127.0.0.1, 203.0.113.7           | 203.0.113.7",
                "203.0.113.7, 10.9.9.9            | 203.0.113.7",
                "evil, 203.0.113.7, 10.9.9.9      | 203.0.113.7",
                "203.0.113.7:4711                 | 203.0.113.7",
                "2001:db8::1                      | 2001:db8:0:0:0:0:0:1",
                "[2001:db8::1]:4711               | 2001:db8:0:0:0:0:0:1",
                "::ffff:203.0.113.7               | 203.0.113.7",
                // what a proxy of ours could not tell leaves the proxy
                "unknown                          | 10.1.1.1",
                "203.0.113.7, unknown             | 10.1.1.1",
                "203.0.113.7, unknown, 10.2.2.2   | 10.2.2.2",
                "203.0.113.7,                     | 10.1.1.1",
                "localhost                        | 10.1.1.1",
                "2130706433                       | 10.1.1.1",
                "0177.0.0.1.5                     | 10.1.1.1",
                "999.1.1.1                        | 10.1.1.1",
                "[::1                             | 10.1.1.1"
            })
    void theLastHopThatIsNoProxyIsTheClient(String header, String client) throws Exception {
        assertEquals(client, from(LISTED, "10.1.1.1", header).address().getHostAddress());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "for=203.0.113.7                                        | 203.0.113.7",
                "For=\"203.0.113.7:4711\";proto=https;by=10.1.1.1       | 203.0.113.7",
                "proto=http; for=\"[2001:db8::1]:80\"                   | 2001:db8:0:0:0:0:0:1",
                "for=1.1.1.1, for=203.0.113.7, for=10.2.2.2             | 203.0.113.7",
                "for=_hidden                                            | 10.1.1.1",
                "for=\"_x, for=127.0.0.1                                | 127.0.0.1",
                "by=1.2.3.4                                             | 10.1.1.1",
                "203.0.113.7                                            | 10.1.1.1",
                "for=\"                                                 | 10.1.1.1"
            })
    void theStandardHeaderIsReadAlike(String header, String client) throws Exception {
        assertEquals(client, from(STANDARD, "10.1.1.1", header).address().getHostAddress());
    }

    @Test
    void headersThatAreRepeatedAreOneList() throws Exception {
        Origin origin = LISTED.origin(address("10.1.1.1"), List.of("1.1.1.1", "203.0.113.7", "10.3.3.3"), true);
        assertEquals("203.0.113.7", origin.address().getHostAddress());
    }

    @Test
    void aClientThatClaimsToSpeakForAnotherIsItself() throws Exception {
        Origin origin = from(LISTED, "203.0.113.9", "127.0.0.1");
        assertEquals("203.0.113.9", origin.address().getHostAddress());
        assertFalse(origin.trusted());
        assertTrue(origin.stranger());
    }

    @Test
    void nobodyIsTrustedThroughAProxyThatIsNotListed() throws Exception {
        assertTrue(from(LISTED, "127.0.0.1").trusted());
        assertTrue(from(LISTED, "::1").trusted());
        assertFalse(from(LISTED, "127.0.0.1", "203.0.113.7").trusted());
        assertTrue(from(LISTED, "127.0.0.1", "203.0.113.7").stranger());
    }

    @Test
    void aProxyOnThisMachineIsNotItsClients() throws Exception {
        Origins local =
                new Origins(List.of(Network.parse("127.0.0.1")), Header.X_FORWARDED_FOR, Origins.DEFAULT.trusted());
        assertFalse(from(local, "127.0.0.1").trusted());
        assertFalse(from(local, "127.0.0.1", "unknown").trusted());
        assertFalse(from(local, "127.0.0.1", "203.0.113.7").trusted());
        assertTrue(from(local, "127.0.0.1", "::1").trusted());
    }

    @Test
    void anEndlessListIsNobodys() throws Exception {
        String endless = String.join(",", Collections.nCopies(10_000, "10.2.2.2"));
        assertEquals(
                "10.1.1.1",
                from(LISTED, "10.1.1.1", "203.0.113.7," + endless).address().getHostAddress());
    }

    @Test
    void networksHoldWhatBeginsLikeThem() throws Exception {
        Network odd = Network.parse("192.168.8.0/21");
        assertTrue(odd.contains(address("192.168.15.255")));
        assertFalse(odd.contains(address("192.168.16.0")));
        assertFalse(odd.contains(address("::1")));
        assertTrue(Network.parse("0.0.0.0/0").contains(address("8.8.8.8")));
        assertTrue(Network.parse("2001:db8::/33").contains(address("2001:db8:7fff::1")));
        assertFalse(Network.parse("2001:db8::/33").contains(address("2001:db8:8000::1")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost", "10.0.0.0/33", "::/129", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1", "1.2.3.4/x"})
    void whatIsNoNetworkIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Network.parse(text));
    }

    @Test
    void addressesOfOneCustomerAreCountedTogether() throws Exception {
        assertEquals("203.0.113.7", Network.counted(address("203.0.113.7")));
        assertEquals(Network.counted(address("2001:db8:1:2::1")), Network.counted(address("2001:db8:1:2:ffff::9")));
        assertFalse(Network.counted(address("2001:db8:1:2::1")).equals(Network.counted(address("2001:db8:1:3::1"))));
    }

    private static Origin from(Origins origins, String peer, String... headers) throws Exception {
        return origins.origin(address(peer), Arrays.asList(headers), headers.length > 0);
    }

    private static InetAddress address(String text) throws Exception {
        return InetAddress.getByName(text);
    }
}
