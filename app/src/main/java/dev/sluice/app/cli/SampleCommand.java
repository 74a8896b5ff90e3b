package dev.sluice.app.cli;

import dev.sluice.app.sample.SampleEvents;
import dev.sluice.nostr.Codec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints generated events: what tests and benchmarks import. */
@Command(
        name = "sample",
        hidden = true,
        header = "Prints generated, signed events.",
        description = "One JSON object a line. Equal seeds give equal bytes.",
        footer = "  sluice sample 100000 > sample.jsonl")
final class SampleCommand extends Subcommand {

    private final Streams streams;

    @Parameters(paramLabel = "COUNT", description = "How many.")
    private long count;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "What the events follow from.")
    private long seed;

    SampleCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        try (DataOutput out = new DataOutput(streams)) {
            SampleEvents.stream(seed, count).map(Codec::encode).forEach(out::line);
        }
        return Exit.DONE;
    }
}
