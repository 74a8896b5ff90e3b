package dev.sluice.app.cli;

import dev.sluice.negentropy.Reconciler;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Speaks what the test suite of the reference implementation speaks with each side of a round. */
@Command(
        name = "negentropy-harness",
        hidden = true,
        header = "One side of a negentropy round, line by line.",
        description = {
            "Takes lines on standard input until they end: item,TIME,ID and seal make the set; initiate begins the "
                    + "round on this side; msg,HEX is a frame of the other side.",
            "Answers on standard output: have,ID and need,ID for what only one side has, then msg,HEX or done."
        },
        footer = "  sluice negentropy-harness < lines")
final class NegentropyHarnessCommand extends Subcommand {

    private final Streams streams;

    @Option(
            names = "--frame-size",
            paramLabel = "BYTES",
            defaultValue = "${env:FRAMESIZELIMIT:-0}",
            description = "The most bytes of a frame, 0 for any number (default: FRAMESIZELIMIT in the environment).")
    private int frameSize;

    NegentropyHarnessCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        if (frameSize != 0 && frameSize < Reconciler.LEAST_FRAME_LIMIT) {
            throw new UsageException("a frame limit of " + frameSize + " is under " + Reconciler.LEAST_FRAME_LIMIT);
        }
        try (InputLines lines = InputLines.open(List.of(), streams.in());
                DataOutput out = new DataOutput(streams)) {
            NegentropySide side = new NegentropySide(frameSize, out);
            for (@Nullable String line = lines.next(); line != null; line = lines.next()) {
                side.take(line);
            }
        }
        return Exit.DONE;
    }
}
