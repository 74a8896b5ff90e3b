package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.KeyFile;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.sync.MirrorPlan.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is mirrored from where: flags, else the configuration. */
final class MirrorSources {

    @Option(
            names = "--relay",
            paramLabel = "URL",
            converter = RelayConverter.class,
            description = "A relay to mirror; may be given several times. Replaces those of the configuration.")
    private List<RelayUrl> relays = new ArrayList<>();

    @Option(
            names = "--owned",
            description = "The relays given by --relay are your own: larger pages, and no politeness between them.")
    private boolean owned;

    @Option(
            names = "--filter",
            paramLabel = "JSON",
            converter = FilterConverter.class,
            description = "A NIP-01 filter to mirror; may be given several times. Replaces those of the configuration.")
    private List<Filter> filters = new ArrayList<>();

    /**
     * The relays, at least one unless repositories name them.
     *
     * @param key who we are to each of them that has no key of its own
     */
    List<Source> sources(Configuration configuration, Optional<KeyPair> key) {
        List<Source> sources = relays.isEmpty()
                ? configuration.relays().stream()
                        .map(relay -> new Source(
                                relay.url(),
                                relay.owned(),
                                relay.keyFile().map(KeyFile::read).or(() -> key),
                                relay.maxConnections()))
                        .toList()
                : relays.stream().map(relay -> new Source(relay, owned, key)).toList();
        if (sources.isEmpty() && configuration.grasp().isEmpty()) {
            throw new UsageException("no relay: give --relay URL, or [[relay]] tables in a file named by --config");
        }
        if (sources.stream().map(Source::relay).distinct().count() < sources.size()) {
            throw new UsageException("a relay is named twice");
        }
        return sources;
    }

    /** The filters, at least one unless repositories say what is wanted. */
    List<Filter> watches(Configuration configuration) {
        List<Filter> watches = filters.isEmpty() ? configuration.watches() : filters;
        if (watches.isEmpty() && configuration.grasp().isEmpty()) {
            throw new UsageException(
                    "nothing to mirror: give --filter JSON ('{}' for everything), or [[watch]] tables");
        }
        if (watches.stream().anyMatch(watch -> watch.limit().isPresent())) {
            throw new UsageException("a mirrored filter has no limit");
        }
        return watches.stream().distinct().toList();
    }
}
