package dev.sluice.app.cli;

import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Import;
import dev.sluice.intake.Policies;
import dev.sluice.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads events into the archive. */
@Command(
        name = "import",
        header = "Reads events into the archive.",
        description = "Reads one JSON object a line from files or standard input, checks ids and signatures, and says "
                + "what became of each line; blank lines do not count. Events of the future are kept, protected ones "
                + "(NIP-70) are refused.",
        footer = {
            "  sluice import all.jsonl",
            "  zcat issues.jsonl.gz | sluice import --data /srv/sluice --json",
            "  sluice import --show-refused doubtful.jsonl"
        })
final class ImportCommand extends Subcommand {

    private final Streams streams;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "The files, in order (default: standard input).")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private final DataOption data = new DataOption();

    @Option(
            names = "--no-verify",
            description = "Trust ids and signatures: only for what this archive itself has exported.")
    private boolean trust;

    @Option(names = "--show-refused", description = "Print line number and reason of each refused line to stderr.")
    private boolean showRefused;

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    ImportCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ImportTally tally = new ImportTally(streams, showRefused);
        try (InputLines lines = InputLines.open(files, streams.in());
                EventArchive archive = DataFolder.open(data.folder())) {
            Import job = new Import(archive, Policies.imported(), !trust, Wiring.workers());
            tally.verdicts(Display.start(streams, Time.system(), "import", () -> reading(job, lines))
                    .during(() -> job.run(lines, tally)));
        }
        summary.print(streams, tally.json(), tally.words());
        return Exit.DONE;
    }

    private static Reading reading(Import job, InputLines lines) {
        return new Reading(job.counted().total(), "events", lines.fraction(), "");
    }
}
