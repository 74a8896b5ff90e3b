package dev.sluice.app.cli;

import dev.sluice.app.text.JsonObject;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Filter;
import dev.sluice.time.Time;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the archive. */
@Command(
        name = "export",
        header = "Prints the events of the archive.",
        description = "One JSON object a line, oldest first and equal seconds by lowest id. Equal sets of events give "
                + "equal bytes.",
        footer = {
            "  sluice export > all.jsonl",
            "  sluice export --filter '{\"kinds\":[1621]}' | gzip > issues.jsonl.gz"
        })
final class ExportCommand extends Subcommand {

    private final Streams streams;

    @Mixin
    private final DataOption data = new DataOption();

    @Option(
            names = "--filter",
            paramLabel = "JSON",
            converter = FilterConverter.class,
            description = "Only the events that this NIP-01 filter matches (default: all).")
    private @Nullable Filter filter;

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    ExportCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Filter wanted = filter == null ? Filter.ALL : filter;
        AtomicLong printed = new AtomicLong();
        try (ArchiveReader archive = ArchiveReader.of(data.folder());
                DataOutput out = new DataOutput(streams)) {
            long total = archive.count(wanted);
            Display.start(streams, Time.system(), "export", () -> Reading.of(printed.get(), total, "events"))
                    .during(() -> print(archive.events(wanted, Order.OLDEST_FIRST), out, printed));
        }
        summary.onError(streams, new JsonObject().put("events", printed.get()));
        return Exit.DONE;
    }

    private static long print(Scan<String> scan, DataOutput out, AtomicLong printed) throws InterruptedException {
        for (List<String> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            slice.forEach(out::line);
            printed.addAndGet(slice.size());
        }
        out.flush();
        return printed.get();
    }
}
