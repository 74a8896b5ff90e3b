package dev.sluice.app.cli;

import dev.sluice.app.control.ControlMessage;
import dev.sluice.store.Backup;
import dev.sluice.store.BackupReport;
import dev.sluice.store.MvEventArchive;
import dev.sluice.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Copies the archive while it is in use. */
@Command(
        name = "backup",
        header = "Copies the archive to a new directory, also while it is in use.",
        description =
                "Copies the events and all that belongs to them as they are at one moment, and checks the copy; only "
                        + "then does it get its name. A running mirror or serve goes on meanwhile and writes the copy "
                        + "itself, so it must be able to write there. The copy is a folder for --data.",
        footer = {"  sluice backup /backup/monday", "  sluice backup --data /srv/sluice --json /backup/sluice"})
final class BackupCommand extends Subcommand {

    private final Streams streams;

    @Parameters(
            paramLabel = "DEST",
            description = "The directory to make: missing or empty, in a directory that is there.")
    private Path destination = Path.of("");

    @Mixin
    private final DataOption data = new DataOption();

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    BackupCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = data.folder();
        Optional<Holder> holder = Holder.of(folder);
        return holder.isPresent() ? through(holder.get()) : alone(folder);
    }

    private int alone(Path folder) throws IOException, InterruptedException {
        try (MvEventArchive archive = DataFolder.existing(folder);
                Backup backup = Backup.start(folder, archive, Optional.empty(), destination)) {
            BackupReport report =
                    shown(() -> BackupService.words(backup.progress())).during(backup::join);
            summary.print(streams, BackupService.json(report), BackupService.words(report));
            return Exit.DONE;
        }
    }

    /** The process that holds the archive copies it; where it works, a relative path would mean another place. */
    private int through(Holder holder) throws IOException, InterruptedException {
        Heard heard = new Heard(streams, new AtomicReference<>("backup"));
        ControlMessage ask = ControlMessage.of(
                BackupService.LABEL, destination.toAbsolutePath().normalize().toString());
        try (holder) {
            Holder.Done done = shown(heard.last()::get).during(() -> holder.ask(ask, heard));
            summary.print(streams, done.json(), done.words());
            return done.code();
        }
    }

    private Display shown(Supplier<String> line) {
        return Display.start(streams, Time.system(), (now, end) -> List.of(line.get()));
    }

    /** What the other process says, the last of it for the display. */
    private record Heard(Streams streams, AtomicReference<String> last) implements Holder.Listener {
        @Override
        public void says(String words) {
            streams.say(words);
        }

        @Override
        public void progress(String words) {
            last.set(words);
        }
    }
}
