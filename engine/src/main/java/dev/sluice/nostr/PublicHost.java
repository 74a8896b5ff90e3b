package dev.sluice.nostr;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether a host that an event names may be one of the open internet, seen from its spelling alone, and whether an address
 * is. Nothing is resolved here.
 */
final class PublicHost {

    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    /** A last label that begins with a digit, or none: to some resolvers an IPv4 address, to others a name. */
    private static final Pattern NUMERIC = Pattern.compile("(?:.*\\.)?(?:[0-9][^.]*)?");

    /** Four decimal numbers without leading zeros: the one spelling that all resolvers read alike. */
    private static final Pattern DOTTED = Pattern.compile("(?:" + OCTET + "\\.){3}" + OCTET);

    private PublicHost() {}

    /** @param host canonical, an IPv6 literal with its brackets */
    static boolean may(String host) {
        Optional<InetAddress> literal = literal(host);
        return literal.isPresent()
                ? isPublic(literal.get())
                : !isNumeric(host) && !isLocal(host.toLowerCase(Locale.ROOT));
    }

    /** The address that a host is in itself: in brackets, or four decimal numbers; empty for names and odd spellings. */
    static Optional<InetAddress> literal(String host) {
        return host.startsWith("[") || DOTTED.matcher(host).matches()
                ? Optional.ofNullable(read(host))
                : Optional.empty();
    }

    /** Whether an address is of the open internet. */
    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? isPublic4(bytes, 0) : isPublic6(bytes);
    }

    /** Whether some resolver could take it for an IPv4 address in another spelling, or for a broken literal. */
    private static boolean isNumeric(String host) {
        return host.startsWith("[") || NUMERIC.matcher(host).matches();
    }

    /** The JDK reads a literal by itself and asks nobody. */
    private static @Nullable InetAddress read(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    private static boolean isLocal(String name) {
        return name.indexOf('.') < 0
                || name.endsWith(".localhost")
                || name.endsWith(".local")
                || name.endsWith(".internal")
                || name.endsWith(".home.arpa")
                || name.endsWith(".onion");
    }

    /** Not this net, private, shared (RFC 6598), loopback, link-local, benchmarks, documentation, multicast or reserved. */
    private static boolean isPublic4(byte[] bytes, int from) {
        int a = bytes[from] & 0xff;
        int b = bytes[from + 1] & 0xff;
        int c = bytes[from + 2] & 0xff;
        return switch (a) {
            case 0, 10, 127 -> false;
            case 100 -> (b & 0xc0) != 64;
            case 169 -> b != 254;
            case 172 -> (b & 0xf0) != 16;
            case 192 -> b != 168 && !(b == 0 && (c == 0 || c == 2));
            case 198 -> (b & 0xfe) != 18 && !(b == 51 && c == 100);
            case 203 -> !(b == 0 && c == 113);
            default -> a < 224;
        };
    }

    /** Global unicast (2000::/3) that hides no IPv4 address which is not public. */
    private static boolean isPublic6(byte[] bytes) {
        int first = pair(bytes, 0);
        int second = pair(bytes, 2);
        if (first == 0x2002) {
            return isPublic4(bytes, 2);
        }
        if (first == 0x64 && second == 0xff9b) {
            return isPublic4(bytes, 12);
        }
        boolean teredoOrDocumentation = first == 0x2001 && (second == 0 || second == 0xdb8);
        return (first & 0xe000) == 0x2000 && !teredoOrDocumentation;
    }

    private static int pair(byte[] bytes, int from) {
        return ((bytes[from] & 0xff) << 8) | (bytes[from + 1] & 0xff);
    }
}
