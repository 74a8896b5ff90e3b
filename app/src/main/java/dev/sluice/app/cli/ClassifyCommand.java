package dev.sluice.app.cli;

import dev.sluice.session.RefusalClassifier;
import dev.sluice.session.RefusalClassifier.Channel;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Tells how the engine takes what relays say. */
@Command(
        name = "classify",
        hidden = true,
        header = "Names the reaction to what a relay says.",
        description = {
            "Takes lines on standard input: where a text came from, a tab, the text. It comes from CLOSED, NOTICE, "
                    + "NOTICE+NEG (while a NEG-OPEN waits for its answer), NEG-ERR, OK true, OK false (or OK), HTTP (the "
                    + "status first) or WSCLOSE (the close code first).",
            "Answers each line with the name of a reaction."
        },
        footer = "  sluice classify < texts.tsv")
final class ClassifyCommand extends Subcommand {

    private final Streams streams;

    ClassifyCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        try (InputLines lines = InputLines.open(List.of(), streams.in());
                DataOutput out = new DataOutput(streams)) {
            long number = 0;
            for (@Nullable String line = lines.next(); line != null; line = lines.next()) {
                out.line(reaction(line, ++number));
            }
        }
        return Exit.DONE;
    }

    private static String reaction(String line, long number) {
        int tab = line.indexOf('\t');
        if (tab < 0) {
            throw new UsageException("line " + number + ": a tab must part where the text came from and the text");
        }
        String word = line.substring(0, tab);
        // of an OK without more only the refusing kind leaves a question
        Channel from =
                word.equals("OK") ? Channel.OK_FALSE : Channel.named(word).orElseThrow(() -> unknown(word, number));
        return RefusalClassifier.standard()
                .classify(from, line.substring(tab + 1))
                .reaction()
                .name();
    }

    private static UsageException unknown(String word, long number) {
        String known = Arrays.stream(Channel.values()).map(Channel::word).collect(Collectors.joining(", "));
        return new UsageException("line " + number + ": " + word + " is none of " + known);
    }
}
