package dev.sluice.app.cli;

import dev.sluice.app.text.JsonObject;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Filter;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers a filter from the archive. */
@Command(
        name = "query",
        header = "Prints the events that a NIP-01 filter matches.",
        description = "One JSON object a line, newest first and equal seconds by lowest id. A filter without a limit "
                + "gives all of them.",
        footer = {
            "  sluice query '{\"kinds\":[30617],\"limit\":10}'",
            "  sluice query '{\"#t\":[\"nostr\"],\"since\":1700000000}' | head",
            "  sluice query --count '{\"kinds\":[1,1111]}'"
        })
final class QueryCommand extends Subcommand {

    private final Streams streams;

    @Parameters(
            paramLabel = "FILTER",
            converter = FilterConverter.class,
            description = "The filter in JSON; '{}' matches everything.")
    private Filter filter = Filter.ALL;

    @Option(names = "--count", description = "Print only how many events match; a limit does not count.")
    private boolean count;

    @Mixin
    private final DataOption data = new DataOption();

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    QueryCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (ArchiveReader archive = ArchiveReader.of(data.folder());
                DataOutput out = new DataOutput(streams)) {
            long events = count ? count(archive, out) : print(archive, out);
            out.flush();
            summary.onError(streams, new JsonObject().put("events", events));
        }
        return Exit.DONE;
    }

    private long count(ArchiveReader archive, DataOutput out) throws InterruptedException {
        long matching = archive.count(filter);
        out.line(Long.toString(matching));
        return matching;
    }

    private long print(ArchiveReader archive, DataOutput out) throws InterruptedException {
        Scan<String> scan = archive.events(filter, Order.NEWEST_FIRST);
        long printed = 0;
        for (List<String> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            slice.forEach(out::line);
            printed += slice.size();
        }
        return printed;
    }
}
