package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ConfigurationFile;
import dev.sluice.app.config.KeyFile;
import dev.sluice.app.text.JsonObject;
import dev.sluice.grasp.Service;
import dev.sluice.nostr.KeyPair;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Reads a configuration file as a start would. */
@Command(
        name = "check",
        header = "Checks a configuration file and says what it means, without starting anything.",
        description =
                "Reads the file and the key files that it names, as a start would. Each fault is told with file, line "
                        + "and column; the exit code is then 2.",
        footer = {"  sluice config check sluice.toml"})
final class ConfigCheckCommand extends Subcommand {

    private final Streams streams;

    @Parameters(paramLabel = "FILE", description = "The configuration file.")
    private @Nullable Path file;

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    ConfigCheckCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        Configuration read = ConfigurationFile.read(Objects.requireNonNull(file, "picocli demands it"));
        Optional<KeyPair> key = read.keyFile().map(KeyFile::read);
        Mirrored mirrored = mirrored(read, key);
        summary.print(streams, json(read, mirrored), words(read, mirrored));
        return Exit.DONE;
    }

    /** What a mirror would do by it; a file may well be for {@code serve} alone. */
    private record Mirrored(int relays, int watches) {}

    private static Mirrored mirrored(Configuration read, Optional<KeyPair> key) {
        if (read.relays().isEmpty() && read.grasp().isEmpty()) {
            return new Mirrored(0, read.watches().size());
        }
        MirrorSources file = new MirrorSources();
        return new Mirrored(file.sources(read, key).size(), file.watches(read).size());
    }

    private static JsonObject json(Configuration read, Mirrored mirrored) {
        JsonObject json = new JsonObject().put("relays", mirrored.relays()).put("watches", mirrored.watches());
        read.grasp().ifPresent(rules -> json.put("grasp", text(rules.own())));
        read.serving().listen().ifPresent(address -> json.put("serves", address.toString()));
        return json;
    }

    private static List<String> words(Configuration read, Mirrored mirrored) {
        List<String> words = new ArrayList<>();
        String more = read.grasp().isPresent() ? ", and what its repositories want" : "";
        words.add("mirrors " + counted(mirrored.relays(), "relay") + ", " + counted(mirrored.watches(), "filter")
                + " from each" + more);
        read.grasp().ifPresent(rules -> words.add("is the Git service " + text(rules.own())));
        words.add(read.serving()
                .listen()
                .map(address -> "serves on " + address)
                .orElse("serves only by 'serve', or 'mirror --serve'"));
        read.status().ifPresent(address -> words.add("answers the operator on " + address));
        return words;
    }

    private static String text(Service own) {
        return own.port() == 0 ? own.host() : own.host() + ":" + own.port();
    }

    private static String counted(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
