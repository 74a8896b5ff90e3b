package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.KeyFile;
import dev.sluice.nostr.KeyPair;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The key that answers relays that ask who we are. It is never an argument: those are for all to see. */
final class KeyOption {

    /** The environment variable that may hold the key itself. */
    static final String VARIABLE = "SLUICE_KEY";

    private final Map<String, String> environment;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description =
                    "A file that only you can read, with the secret key (nsec or hex) that answers relays that ask "
                            + "who you are (NIP-42). Without it, the key in " + VARIABLE + ".")
    private @Nullable Path file;

    KeyOption(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The key of the file that the flag names, else that of the environment, else that of the configuration. */
    Optional<KeyPair> read(Configuration configuration) {
        if (file != null) {
            return Optional.of(KeyFile.read(file));
        }
        String text = environment.getOrDefault(VARIABLE, "").strip();
        return text.isEmpty() ? configuration.keyFile().map(KeyFile::read) : Optional.of(parse(text));
    }

    private static KeyPair parse(String text) {
        try {
            return KeyPair.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(VARIABLE + ": " + KeyFile.WANTED);
        }
    }
}
