package dev.sluice.app.cli;

import dev.sluice.app.text.JsonObject;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.ArchiveReport;
import dev.sluice.store.MvEventArchive;
import dev.sluice.store.RebuildReport;
import dev.sluice.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Proves the archive. */
@Command(
        name = "check",
        header = "Proves the archive.",
        description =
                "Checks every record against every index, every id, and the signatures of a sample of about 1,000 "
                        + "events. The exit code is 1 when something is wrong; --rebuild makes the indexes anew from the "
                        + "records.",
        footer = {
            "  sluice check",
            "  sluice check --all --data /srv/sluice",
            "  sluice check --rebuild --data /srv/sluice"
        })
final class CheckCommand extends Subcommand {

    private final Streams streams;

    @Option(names = "--rebuild", description = "First rebuild all indexes from the event records.")
    private boolean rebuild;

    @Option(names = "--all", description = "Check every signature, not only a sample.")
    private boolean all;

    @Mixin
    private final DataOption data = new DataOption();

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    CheckCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = data.folder();
        DataFolder.demand(folder);
        JsonObject json = new JsonObject();
        List<String> words = new ArrayList<>();
        if (rebuild) {
            tell(rebuilt(folder), json, words);
        }
        try (MvEventArchive archive = DataFolder.existing(folder)) {
            ArchiveReport report = checked(archive);
            tell(report, json, words);
            summary.print(streams, json, words);
            return report.isSound() ? Exit.DONE : Exit.INCOMPLETE;
        }
    }

    private RebuildReport rebuilt(Path folder) throws IOException, InterruptedException {
        AtomicLong read = new AtomicLong();
        return Display.start(streams, Time.system(), "rebuild", () -> Reading.open(read.get(), "events", ""))
                .during(() -> MvEventArchive.rebuild(folder, ArchiveOptions.DEFAULT, read::set));
    }

    private ArchiveReport checked(MvEventArchive archive) throws IOException, InterruptedException {
        AtomicLong done = new AtomicLong();
        long total = archive.statistics().events();
        return Display.start(streams, Time.system(), "check", () -> Reading.of(done.get(), total, "events"))
                .during(() -> archive.check(all, done::set));
    }

    private static void tell(RebuildReport report, JsonObject json, List<String> words) {
        json.put("rebuilt", report.events()).put("lost", report.lost());
        words.add(String.format(
                Locale.ROOT, "rebuilt from %,d events, %,d could not be read", report.events(), report.lost()));
    }

    private static void tell(ArchiveReport report, JsonObject json, List<String> words) {
        json.put("events", report.events())
                .put("signatures", report.signatures())
                .put("faults", report.faults())
                .put("sound", report.isSound())
                .texts("details", report.details());
        words.add(String.format(
                Locale.ROOT,
                "%,d events checked, the signatures of %,d: %s",
                report.events(),
                report.signatures(),
                report.isSound() ? "sound" : String.format(Locale.ROOT, "%,d faults", report.faults())));
        words.addAll(report.details());
    }
}
