package dev.sluice.app.config;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Tells where a client comes from when it may come through proxies. Only what a proxy of ours has written is believed: the
 * hops are read from the last to the first, for as long as each was named by a proxy that is trusted. Pure.
 *
 * @param proxies the proxies that may speak for others
 * @param header the one header that they write; a header that they only pass on is the client's own
 * @param trusted clients for which quotas and the bounds of an address do not count
 */
public record Origins(List<Network> proxies, Header header, List<Network> trusted) {

    /** No proxies; whoever is on this machine is trusted. */
    public static final Origins DEFAULT =
            new Origins(List.of(), Header.X_FORWARDED_FOR, List.of(Network.parse("127.0.0.0/8"), Network.parse("::1")));

    /** A longer list of hops is nobody's. */
    private static final int MOST_HOPS = 64;

    public Origins {
        proxies = List.copyOf(proxies);
        trusted = List.copyOf(trusted);
    }

    /** A header in which proxies name who they speak for. */
    public enum Header {
        X_FORWARDED_FOR("X-Forwarded-For"),
        /** RFC 7239. */
        FORWARDED("Forwarded");

        private final String text;

        Header(String text) {
            this.text = text;
        }

        /** Its name on the wire. */
        public String text() {
            return text;
        }

        /** Reads a name in any case; other text is an {@link IllegalArgumentException}. */
        public static Header named(String name) {
            for (Header header : values()) {
                if (header.text.toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
                    return header;
                }
            }
            throw new IllegalArgumentException("wanted \"X-Forwarded-For\" or \"Forwarded\", not " + name);
        }
    }

    /**
     * Where a client comes from.
     *
     * @param stranger whether somebody who is no proxy of ours claims to speak for another
     */
    public record Origin(InetAddress address, boolean trusted, boolean stranger) {}

    /**
     * The origin of a connection.
     *
     * @param peer the other end of the connection
     * @param named the values of our header, in the order in which they came
     * @param forwarded whether any header says that the peer speaks for another
     */
    public Origin origin(InetAddress peer, List<String> named, boolean forwarded) {
        if (!any(proxies, peer)) {
            return new Origin(peer, !forwarded && any(trusted, peer), forwarded);
        }
        InetAddress client = peer;
        for (String hop : hops(named).reversed()) {
            Optional<InetAddress> before = Network.literal(hop);
            if (before.isEmpty()) {
                // a proxy that hides its client is the nearest that is known
                return new Origin(client, false, false);
            }
            client = before.get();
            if (!any(proxies, client)) {
                break;
            }
        }
        return new Origin(client, !client.equals(peer) && any(trusted, client), false);
    }

    /** Whether quotas do not count for an address. */
    public boolean trusts(InetAddress address) {
        return any(trusted, address);
    }

    private static boolean any(List<Network> networks, InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }

    /** What our header names, bare addresses where they are any; nothing when nobody sane has written it. */
    private List<String> hops(List<String> named) {
        List<String> hops = new ArrayList<>();
        for (String value : named) {
            Collections.addAll(hops, value.split(",", -1));
        }
        if (hops.size() > MOST_HOPS) {
            return List.of("too many");
        }
        return hops.stream().map(this::hop).toList();
    }

    private String hop(String element) {
        return bare(header == Header.FORWARDED ? parameter(element) : element.strip());
    }

    /** The {@code for} of one element of a Forwarded header; quoted values can't hold what parts elements. */
    private static String parameter(String element) {
        for (String pair : element.split(";", -1)) {
            int equals = pair.indexOf('=');
            boolean wanted = equals > 0 && pair.substring(0, equals).strip().equalsIgnoreCase("for");
            if (wanted) {
                String value = pair.substring(equals + 1).strip();
                boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
                return quoted ? value.substring(1, value.length() - 1) : value;
            }
        }
        return "";
    }

    /** Without a port and without the brackets of IPv6. */
    private static String bare(String hop) {
        if (hop.startsWith("[")) {
            int end = hop.indexOf(']');
            return end < 0 ? "" : hop.substring(1, end);
        }
        int colon = hop.indexOf(':');
        return colon >= 0 && colon == hop.lastIndexOf(':') ? hop.substring(0, colon) : hop;
    }
}
