package dev.sluice.app.config;

import dev.sluice.app.config.Configuration.Serving;
import dev.sluice.app.config.Origins.Header;
import dev.sluice.nostr.RelayUrl;
import java.util.List;
import java.util.Set;

/** The {@code [serve]} table: where the relay listens, what it says of itself, and whom it lets do what. */
final class ServeSection {

    private ServeSection() {}

    static Serving serving(Section section) {
        Set<RelayUrl> urls = section.list("urls", String.class, RelayText::parse)
                .map(Set::copyOf)
                .orElse(Set.of());
        Serving serving = new Serving(
                section.parsed("listen", ListenAddress::parse),
                urls,
                section.text("name"),
                section.text("description"),
                section.text("contact"),
                origins(section),
                AccessKeys.access(section, urls),
                AccessKeys.writes(section));
        section.refuseOthers();
        return serving;
    }

    private static Origins origins(Section section) {
        return new Origins(
                networks(section, "trusted_proxies", Origins.DEFAULT.proxies()),
                section.parsed("forwarded_header", Header::named).orElse(Origins.DEFAULT.header()),
                networks(section, "trusted", Origins.DEFAULT.trusted()));
    }

    private static List<Network> networks(Section section, String key, List<Network> usual) {
        return section.list(key, String.class, Network::parse).orElse(usual);
    }
}
