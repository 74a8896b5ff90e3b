package dev.sluice.app.cli;

import dev.sluice.app.control.Command;
import dev.sluice.app.control.ControlMessage;
import dev.sluice.app.control.ControlReply;
import dev.sluice.app.text.JsonObject;
import dev.sluice.app.text.LineReader;
import dev.sluice.store.Backup;
import dev.sluice.store.BackupReport;
import dev.sluice.store.MvEventArchive;
import dev.sluice.store.SqlCatalogue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code ["BACKUP","/absolute/directory"]}: the archive is copied there while all goes on. A peer that goes ends it.
 *
 * @param catalogue as far as this process has it open
 * @param folder of the archive
 */
record BackupService(MvEventArchive archive, Optional<SqlCatalogue> catalogue, Path folder) implements Command {

    static final String LABEL = "BACKUP";

    /** How often the peer hears of it, and is found to have gone. */
    private static final Duration TELL = Duration.ofMillis(500);

    @Override
    public void run(ControlMessage asked, LineReader input, ControlReply reply)
            throws IOException, InterruptedException {
        try (Backup backup = Backup.start(folder, archive, catalogue, Path.of(asked.text(0)))) {
            Optional<BackupReport> done = backup.await(TELL);
            while (done.isEmpty()) {
                reply.progress(words(backup.progress()));
                done = backup.await(TELL);
            }
            reply.done(Exit.DONE, words(done.get()), json(done.get()).toString());
        }
    }

    static String words(Backup.Progress progress) {
        String copied = String.format(
                Locale.ROOT, "backup  copied %,d of %,d MB", megabytes(progress.copied()), megabytes(progress.bytes()));
        return progress.checked() == 0
                ? copied
                : String.format(
                        Locale.ROOT, "%s, checked %,d of %,d events", copied, progress.checked(), progress.events());
    }

    private static long megabytes(long bytes) {
        return (bytes + 999_999) / 1_000_000;
    }

    static List<String> words(BackupReport report) {
        return List.of(String.format(
                Locale.ROOT,
                "%,d events, %,d MB, in %s: checked and sound%s",
                report.events(),
                megabytes(report.bytes()),
                report.destination(),
                report.catalogue() ? "" : "; there was no catalogue to copy"));
    }

    static JsonObject json(BackupReport report) {
        return new JsonObject()
                .put("destination", report.destination().toString())
                .put("events", report.events())
                .put("bytes", report.bytes())
                .put("catalogue", report.catalogue());
    }
}
