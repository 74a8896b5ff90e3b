package dev.sluice.app.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints the completion script. */
@Command(
        name = "completion",
        header = "Prints the completion script for bash and zsh.",
        description = "Once the shell has read it, it completes commands and options.",
        footer = {
            "  sluice completion > ~/.local/share/bash-completion/completions/sluice",
            "  source <(sluice completion)"
        })
final class CompletionCommand extends Subcommand {

    private final Streams streams;

    CompletionCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        try (DataOutput out = new DataOutput(streams)) {
            out.line(AutoComplete.bash("sluice", Main.commandLine(streams)));
        }
        return Exit.DONE;
    }
}
