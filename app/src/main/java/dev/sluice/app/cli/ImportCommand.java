package dev.sluice.app.cli;

import dev.sluice.app.control.ControlMessage;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Verdict;
import dev.sluice.intake.Import;
import dev.sluice.intake.Policies;
import dev.sluice.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
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
        Path folder = data.folder();
        try (InputLines lines = InputLines.open(files, streams.in())) {
            Optional<Holder> holder = Holder.of(folder);
            if (holder.isPresent()) {
                return through(holder.get(), lines);
            }
            try (EventArchive archive = DataFolder.open(folder)) {
                return into(archive, lines);
            }
        }
    }

    private int into(EventArchive archive, InputLines lines) throws IOException, InterruptedException {
        ImportTally tally = new ImportTally(showRefused ? this::show : (line, refusal) -> {});
        Import job = new Import(archive, Policies.imported(), !trust, Wiring.workers());
        tally.verdicts(shown(() -> job.counted().total(), lines).during(() -> job.run(lines, tally)));
        summary.print(streams, tally.json(), tally.words());
        return Exit.DONE;
    }

    /** The process that holds the archive verifies and keeps; this one reads the files. */
    private int through(Holder holder, InputLines lines) throws IOException, InterruptedException {
        AtomicLong sent = new AtomicLong();
        ControlMessage ask =
                ControlMessage.of(ImportService.LABEL, trust ? "trust" : "verify", showRefused ? "show" : "hide");
        try (holder) {
            Holder.Done done = shown(sent::get, lines).during(() -> holder.send(ask, lines, sent, streams::say));
            summary.print(streams, done.json(), done.words());
            return done.code();
        }
    }

    private void show(long line, Verdict.Refused refusal) {
        streams.say(ImportTally.words(line, refusal));
    }

    private Display shown(LongSupplier done, InputLines lines) {
        return Display.start(
                streams, Time.system(), "import", () -> new Reading(done.getAsLong(), "events", lines.fraction(), ""));
    }
}
