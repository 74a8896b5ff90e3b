package dev.sluice.nostr;

import java.net.InetAddress;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Where a URL that came in an event may lead: to the open internet, on ports where relays are, and to what the operator has
 * allowed beside.
 *
 * @param ports allowed on every host, beside {@link #USUAL_PORTS}
 * @param hosts allowed on these ports whatever they resolve to
 * @param places allowed whatever they resolve to, as {@code HOST:PORT}
 * @param ranges addresses that are allowed though they are not of the open internet
 */
public record DialRules(Set<Integer> ports, Set<String> hosts, Set<String> places, Set<AddressRange> ranges) {

    /**
     * The schemes' own, and what relay software listens on when nobody says otherwise: khatru, Haven, local relays (4848,
     * 4869), strfry, nostream, nostr-rs-relay, and HTTPS beside a web server.
     */
    public static final Set<Integer> USUAL_PORTS = Set.of(80, 443, 3334, 3355, 4848, 4869, 7777, 8008, 8080, 8443);

    /** Nothing but the open internet. */
    public static final DialRules OPEN_INTERNET = new DialRules(Set.of(), Set.of(), Set.of(), Set.of());

    public DialRules {
        ports = Set.copyOf(ports);
        hosts = Set.copyOf(hosts);
        places = Set.copyOf(places);
        ranges = Set.copyOf(ranges);
    }

    /** The same, and the host and port of relays that the operator has named. */
    public DialRules alsoTo(Collection<RelayUrl> relays) {
        Set<String> all = new HashSet<>(places);
        relays.forEach(relay -> all.add(place(relay)));
        return new DialRules(ports, hosts, all, ranges);
    }

    /** Whether nothing in the spelling of a URL speaks against dialling it; what its name resolves to is not known yet. */
    public boolean mayDial(RelayUrl relay) {
        return refusal(relay).isEmpty();
    }

    /** Why a URL must not be dialled, in words; empty when its spelling is in order. */
    public Optional<String> refusal(RelayUrl relay) {
        if (places.contains(place(relay))) {
            return Optional.empty();
        }
        if (!USUAL_PORTS.contains(relay.port()) && !ports.contains(relay.port())) {
            return Optional.of("port " + relay.port() + " is none that relays use; [guard] ports can allow it");
        }
        if (hosts.contains(relay.host())) {
            return Optional.empty();
        }
        // its name is resolved unchecked, and the JDK remembers what it resolved
        if (places.stream().anyMatch(place -> place.startsWith(relay.host() + ":"))) {
            return Optional.of("another port of " + relay.host() + " is allowed, this one is not");
        }
        return mayBeReached(relay.host())
                ? Optional.empty()
                : Optional.of(relay.host() + " is not of the open internet; [guard] allow can name it");
    }

    private boolean mayBeReached(String host) {
        Optional<InetAddress> literal = PublicHost.literal(host);
        return literal.isPresent() ? mayReach(literal.get()) : PublicHost.may(host);
    }

    /** Whether the operator vouches for all that a host resolves to. */
    public boolean vouchesFor(RelayUrl relay) {
        return hosts.contains(relay.host()) || places.contains(place(relay));
    }

    /** Whether a connection may go to an address. */
    public boolean mayReach(InetAddress address) {
        return PublicHost.isPublic(address) || ranges.stream().anyMatch(range -> range.contains(address));
    }

    private static String place(RelayUrl relay) {
        return relay.host() + ":" + relay.port();
    }
}
