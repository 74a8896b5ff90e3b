package dev.sluice.app.config;

import dev.sluice.grasp.GraspRules;
import dev.sluice.grasp.Parties;
import dev.sluice.grasp.RelayBounds;
import dev.sluice.grasp.Service;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayUrl;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code [grasp]} table: what a Git service accepts, and from where it starts. */
final class GraspSection {

    private GraspSection() {}

    static GraspRules rules(Section section) {
        Service own = section.parsed("domain", Service::parse)
                .orElseThrow(() -> section.fault("[grasp] needs a 'domain': the host that announcements name"));
        Set<RelayUrl> bootstrap = section.list("bootstrap", String.class, RelayText::parse)
                .map(Set::copyOf)
                .orElse(Set.of());
        GraspRules rules = new GraspRules(
                own,
                bootstrap,
                section.flag("archive_mode").orElse(false),
                parties(section, "allow"),
                parties(section, "deny"),
                new RelayBounds(
                        bound(section, "max_relays_per_author", RelayBounds.USUAL.perAuthor()),
                        bound(section, "max_relays", RelayBounds.USUAL.inAll()),
                        RelayBounds.USUAL.dial()));
        section.refuseOthers();
        return rules;
    }

    private static int bound(Section section, String key, int usual) {
        return Math.toIntExact(section.number(key, 1, 100_000).orElse(usual));
    }

    private static Parties parties(Section section, String key) {
        List<Party> named = section.list(key, String.class, GraspSection::party).orElse(List.of());
        Set<PublicKey> authors = new HashSet<>();
        Set<Coordinate> repositories = new HashSet<>();
        for (Party party : named) {
            switch (party) {
                case Party.Author author -> authors.add(author.key());
                case Party.Repository repository -> repositories.add(repository.coordinate());
            }
        }
        return new Parties(authors, repositories);
    }

    private sealed interface Party {
        record Author(PublicKey key) implements Party {}

        record Repository(Coordinate coordinate) implements Party {}
    }

    private static Party party(String text) {
        Optional<Coordinate> repository =
                Coordinate.parse(text).filter(coordinate -> coordinate.kind() == Kind.REPOSITORY);
        if (repository.isPresent()) {
            return new Party.Repository(repository.get());
        }
        try {
            return new Party.Author(PublicKey.ofUser(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "wanted an author (npub1… or 64 hex digits) or a repository (30617:HEX:NAME), not " + text);
        }
    }
}
