package dev.sluice.app.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A network in CIDR notation; a single address is one too.
 *
 * @param address its first address; an IPv4 address in an IPv6 coat is an IPv4 address
 * @param prefix how many bits of it count
 */
public record Network(InetAddress address, int prefix) {

    /** IPv6 customers get no less than this. */
    private static final int CUSTOMER_PREFIX = 64;

    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");

    /** Reads {@code ADDRESS} or {@code ADDRESS/BITS}; any other text is an {@link IllegalArgumentException}. */
    public static Network parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address = literal(slash < 0 ? text : text.substring(0, slash))
                .orElseThrow(() ->
                        new IllegalArgumentException("wanted an address or a network such as 10.0.0.0/8, not " + text));
        int bits = address.getAddress().length * Byte.SIZE;
        String prefix = slash < 0 ? Integer.toString(bits) : text.substring(slash + 1);
        if (!prefix.matches("\\d{1,3}") || Integer.parseInt(prefix) > bits) {
            throw new IllegalArgumentException(
                    "a network of this address has from 0 to " + bits + " bits, not " + prefix);
        }
        return new Network(address, Integer.parseInt(prefix));
    }

    /** Reads an IP address; names are none, and nothing is resolved. */
    public static Optional<InetAddress> literal(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** Under what an address is counted: itself, or the network of one customer for IPv6. */
    public static String counted(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == 4) {
            return address.getHostAddress();
        }
        Arrays.fill(bytes, CUSTOMER_PREFIX / Byte.SIZE, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes).getHostAddress() + "/" + CUSTOMER_PREFIX;
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether an address is of it. */
    public boolean contains(InetAddress other) {
        byte[] mine = address.getAddress();
        byte[] theirs = other.getAddress();
        if (mine.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < prefix; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if (((mine[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
