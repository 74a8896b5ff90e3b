package dev.sluice.app.cli;

import dev.sluice.app.config.ConfigurationExample;
import picocli.CommandLine.Command;

/** Prints a configuration file with every key. */
@Command(
        name = "example",
        header = "Prints a configuration file with every key, its default and its unit.",
        footer = {"  sluice config example > sluice.toml"})
final class ConfigExampleCommand extends Subcommand {

    private final Streams streams;

    ConfigExampleCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        try (DataOutput out = new DataOutput(streams)) {
            ConfigurationExample.text().lines().forEach(out::line);
        }
        return Exit.DONE;
    }
}
