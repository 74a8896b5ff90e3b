package dev.sluice.app.cli;

import picocli.CommandLine.Command;

/** What can be done with a configuration file; each thing is a command of its own. */
@Command(
        name = "config",
        header = "Checks a configuration file, or shows one with every key.",
        commandListHeading = "%nCommands:%n",
        footer = {"  sluice config example > sluice.toml", "  sluice config check sluice.toml"})
final class ConfigCommand extends Subcommand {

    @Override
    public Integer call() {
        throw new UsageException("what of it? 'config check FILE' or 'config example'");
    }
}
