package dev.sluice.app.config;

import dev.sluice.app.config.Configuration.Guard;
import dev.sluice.nostr.AddressRange;
import dev.sluice.nostr.DialRules;
import dev.sluice.nostr.RelayUrl;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** The {@code [guard]} table: where URLs of events may lead, and how long a relay's message may be. */
final class GuardSection {

    /** A relay's frames are shorter than what any two relays would agree on; beyond is memory for whoever sends. */
    private static final int MOST_CHARS = 64 << 20;

    /** Below, ordinary events don't pass. */
    private static final int LEAST_CHARS = 64 << 10;

    private static final Pattern WITH_PORT = Pattern.compile("(?:\\[.*]|[^:]*):[0-9]+");

    private GuardSection() {}

    static Guard guard(Section section) {
        Allowed allowed = new Allowed();
        section.list("allow", String.class, GuardSection::entry)
                .orElse(List.of())
                .forEach(allowed::add);
        Set<Integer> ports = section.list("ports", Long.class, GuardSection::port)
                .map(Set::copyOf)
                .orElse(Set.of());
        OptionalLong length = section.number("max_message_length", LEAST_CHARS, MOST_CHARS);
        section.refuseOthers();
        return new Guard(
                new DialRules(ports, allowed.hosts, Set.of(), allowed.ranges).alsoTo(allowed.places),
                length.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(length.getAsLong())));
    }

    private sealed interface Entry {
        record Range(AddressRange range) implements Entry {}

        record Host(String host) implements Entry {}

        record Place(RelayUrl relay) implements Entry {}
    }

    private static final class Allowed {
        private final Set<AddressRange> ranges = new HashSet<>();
        private final Set<String> hosts = new HashSet<>();
        private final Set<RelayUrl> places = new HashSet<>();

        void add(Entry entry) {
            switch (entry) {
                case Entry.Range(AddressRange range) -> ranges.add(range);
                case Entry.Host(String host) -> hosts.add(host);
                case Entry.Place(RelayUrl relay) -> places.add(relay);
            }
        }
    }

    private static Entry entry(String text) {
        Optional<AddressRange> range = AddressRange.parse(text);
        if (range.isPresent()) {
            return new Entry.Range(range.get());
        }
        boolean url = text.contains("://");
        boolean bare = text.indexOf('/') < 0 && text.indexOf('?') < 0 && text.indexOf('#') < 0;
        RelayUrl relay = (url || bare ? RelayUrl.ofUser(text) : Optional.<RelayUrl>empty())
                .orElseThrow(() -> new IllegalArgumentException(
                        "wanted HOST, HOST:PORT, a relay's URL, an address or ADDRESS/BITS, not " + text));
        return url || WITH_PORT.matcher(text).matches() ? new Entry.Place(relay) : new Entry.Host(relay.host());
    }

    private static int port(long number) {
        if (number < 1 || number > 65_535) {
            throw new IllegalArgumentException("a port is from 1 to 65535, not " + number);
        }
        return (int) number;
    }
}
