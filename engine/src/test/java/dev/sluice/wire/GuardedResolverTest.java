package dev.sluice.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.DialRules;
import dev.sluice.wire.CheckedNames.Check;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class GuardedResolverTest {

    private static final LookupPolicy ANY = LookupPolicy.of(LookupPolicy.IPV4 | LookupPolicy.IPV6);

    private final Queue<List<InetAddress>> answers = new ArrayDeque<>();
    private final InetAddressResolver resolver = GuardedResolver.over(new InetAddressResolver() {
        @Override
        public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) {
            return answers.remove().stream();
        }

        @Override
        public String lookupByAddress(byte[] address) {
            return "reverse.example";
        }
    });

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private List<InetAddress> resolved(String host) throws UnknownHostException {
        return resolver.lookupByName(host, ANY).toList();
    }

    private static Check check(String host) {
        return CheckedNames.check(host, DialRules.OPEN_INTERNET::mayReach);
    }

    @Test
    void whatIsNotDialledUnderACheckIsAnsweredAsItIs() throws UnknownHostException {
        answers.add(List.of(address("127.0.0.1")));
        assertEquals(List.of(address("127.0.0.1")), resolved("free.example"));
        assertEquals("reverse.example", resolver.lookupByAddress(new byte[4]));
    }

    @Test
    void onlyAddressesThatPassAreAnswered() throws UnknownHostException {
        answers.add(List.of(address("10.0.0.1"), address("9.9.9.9"), address("[::1]")));
        try (Check check = check("Mixed.example")) {
            assertEquals(List.of(address("9.9.9.9")), resolved("mixed.EXAMPLE"));
            assertTrue(check.refused());
        }
    }

    @Test
    void aNameThatWasPublicAMomentAgoIsCheckedAgain() throws UnknownHostException {
        answers.add(List.of(address("9.9.9.9")));
        answers.add(List.of(address("169.254.169.254")));
        try (Check check = check("rebinding.example")) {
            assertEquals(List.of(address("9.9.9.9")), resolved("rebinding.example"));
            assertFalse(check.refused());
            assertThrows(UnknownHostException.class, () -> resolved("rebinding.example"));
            assertTrue(check.refused());
        }
    }

    @Test
    void aCheckLastsAsLongAsAnyDialOfTheName() throws UnknownHostException {
        Check first = check("twice.example");
        Check second = check("twice.example");
        first.close();
        answers.add(List.of(address("192.168.1.1")));
        assertThrows(UnknownHostException.class, () -> resolved("twice.example"));
        assertFalse(first.refused());
        second.close();
        answers.add(List.of(address("192.168.1.1")));
        assertEquals(List.of(address("192.168.1.1")), resolved("twice.example"));
    }

    @Test
    void theJdkUsesIt() {
        assertTrue(CheckedNames.areChecked());
    }
}
