package dev.sluice.nostr;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;

/**
 * The addresses that begin with the same bits.
 *
 * @param first an address of the range; bits beyond the prefix don't count
 * @param bits how many bits all have in common
 */
public record AddressRange(InetAddress first, int bits) {

    public AddressRange {
        if (bits < 0 || bits > first.getAddress().length * 8) {
            throw new IllegalArgumentException(first.getHostAddress() + "/" + bits);
        }
    }

    /**
     * Reads an address or {@code ADDRESS/BITS}, IPv6 with or without brackets; empty for any other text. An IPv4 address in
     * IPv6 form is the IPv4 address.
     */
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        String literal = address.indexOf(':') >= 0 && !address.startsWith("[") ? "[" + address + "]" : address;
        String bits = slash < 0 ? "" : text.substring(slash + 1);
        return PublicHost.literal(literal).flatMap(first -> of(first, slash < 0, bits));
    }

    private static Optional<AddressRange> of(InetAddress first, boolean single, String bits) {
        int all = first.getAddress().length * 8;
        if (single) {
            return Optional.of(new AddressRange(first, all));
        }
        return bits.matches("[0-9]{1,3}") && Integer.parseInt(bits) <= all
                ? Optional.of(new AddressRange(first, Integer.parseInt(bits)))
                : Optional.empty();
    }

    public boolean contains(InetAddress address) {
        byte[] mine = first.getAddress();
        byte[] its = address.getAddress();
        int whole = bits / 8;
        if (mine.length != its.length || !Arrays.equals(mine, 0, whole, its, 0, whole)) {
            return false;
        }
        int rest = bits % 8;
        return rest == 0 || ((mine[whole] ^ its[whole]) & (0xff << (8 - rest)) & 0xff) == 0;
    }

    @Override
    public String toString() {
        return first.getHostAddress() + "/" + bits;
    }
}
