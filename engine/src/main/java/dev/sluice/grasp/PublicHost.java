package dev.sluice.grasp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Whether a host that an announcement names may be one of the open internet, seen from its spelling alone: nothing is
 * resolved here.
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
        if (host.startsWith("[")) {
            return isPublicLiteral(host);
        }
        String name = host.toLowerCase(Locale.ROOT);
        boolean numeric = NUMERIC.matcher(name).matches();
        return numeric ? DOTTED.matcher(name).matches() && isPublic4(dotted(name), 0) : !isLocal(name);
    }

    private static boolean isLocal(String name) {
        return name.indexOf('.') < 0
                || name.endsWith(".localhost")
                || name.endsWith(".local")
                || name.endsWith(".internal")
                || name.endsWith(".home.arpa")
                || name.endsWith(".onion");
    }

    private static byte[] dotted(String name) {
        byte[] bytes = new byte[4];
        String[] numbers = name.split("\\.", -1);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(numbers[i]);
        }
        return bytes;
    }

    /** In brackets it is read as a literal, and nobody is asked. */
    private static boolean isPublicLiteral(String bracketed) {
        try {
            byte[] bytes = InetAddress.getByName(bracketed).getAddress();
            return bytes.length == 4 ? isPublic4(bytes, 0) : isPublic6(bytes);
        } catch (UnknownHostException e) {
            return false;
        }
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
