package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the archive is. */
final class DataOption {

    /** Where the archive is unless told otherwise. */
    static final Path DEFAULT = Path.of("sluice-data");

    @Option(names = "--data", paramLabel = "DIR", description = "The folder of the archive (default: ./sluice-data).")
    private @Nullable Path data;

    /** The folder that the flag names, or the default. */
    Path folder() {
        return folder(Configuration.EMPTY);
    }

    /** The folder that the flag names, else the configuration, else the default. */
    Path folder(Configuration configuration) {
        return data != null ? data : configuration.data().orElse(DEFAULT);
    }
}
