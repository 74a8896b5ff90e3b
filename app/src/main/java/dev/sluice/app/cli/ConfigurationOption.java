package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ConfigurationFile;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The configuration file of a command. */
final class ConfigurationOption {

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Read a configuration file (TOML); flags override it.")
    private @Nullable Path file;

    /** What the file says, nothing when none was named. */
    Configuration read() {
        return file == null ? Configuration.EMPTY : ConfigurationFile.read(file);
    }

    /** Reads the file again; to who named none that is a {@link UsageException}. */
    Supplier<Configuration> again() {
        return () -> {
            if (file == null) {
                throw new UsageException("it was started without a configuration file (--config)");
            }
            return read();
        };
    }
}
