package dev.sluice.grasp;

import dev.sluice.nostr.RelayUrl;
import java.util.Locale;
import java.util.Optional;

/**
 * A place that announcements name as relay or Git server: a host, with a port where it is not the scheme's own.
 *
 * @param host in its canonical spelling
 * @param port 0 for the scheme's own
 */
public record Service(String host, int port) {

    /** Reads {@code HOST} or {@code HOST:PORT}; any other text is an {@link IllegalArgumentException}. */
    public static Service parse(String text) {
        boolean bare = text.indexOf('/') < 0 && text.indexOf('?') < 0 && text.indexOf('#') < 0;
        return (bare ? RelayUrl.parse("wss://" + text) : Optional.<RelayUrl>empty())
                .map(Service::of)
                .orElseThrow(() -> new IllegalArgumentException("not a host or HOST:PORT: " + text));
    }

    static Service of(RelayUrl relay) {
        boolean own = relay.port() == (relay.scheme().equals("ws") ? 80 : 443);
        return new Service(relay.host(), own ? 0 : relay.port());
    }

    /** The relay at the place of a Git server, if it speaks HTTP: the same scheme, host and port, without the path. */
    static Optional<RelayUrl> relayOf(String clone) {
        String text = clone.strip();
        int scheme = text.indexOf("://");
        String name = scheme < 0 ? "" : text.substring(0, scheme).toLowerCase(Locale.ROOT);
        if (!name.equals("http") && !name.equals("https")) {
            return Optional.empty();
        }
        String rest = text.substring(scheme + 3);
        return RelayUrl.parse("ws" + name.substring(4) + "://" + rest.split("[/?#]", 2)[0]);
    }

    /** Whether a clone URL speaks HTTP, so that it is meant to name a relay. */
    static boolean speaksHttp(String clone) {
        String text = clone.strip().toLowerCase(Locale.ROOT);
        return text.startsWith("http://") || text.startsWith("https://");
    }
}
