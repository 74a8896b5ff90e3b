package dev.sluice.app.cli;

import dev.sluice.app.control.ControlMessage;
import dev.sluice.store.MvEventArchive;
import dev.sluice.time.Time;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows where the process that holds an archive stands. */
@Command(
        name = "status",
        header = "Shows where a running mirror or serve stands, relay by relay.",
        description =
                "Connections, slots, what is live, debts, pauses, the last refusal, how much of history is here, "
                        + "how fast it goes; the archive, its queues and what is kept in memory. Rates are those of one second, "
                        + "which the answer takes. When nothing runs in the folder, it tells what the archive knows of each relay.",
        footer = {
            "  sluice status",
            "  sluice status --watch --data /srv/sluice",
            "  sluice status --watch --json | grep -v '\"pauses\":\\[\\]'"
        })
final class StatusCommand extends Subcommand {

    /** As many relays as fit a screen that is painted over. */
    private static final int ON_SCREEN = 20;

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Streams streams;

    @Mixin
    private final DataOption data = new DataOption();

    @Option(names = "--watch", description = "Show it anew each second, until Ctrl-C.")
    private boolean watch;

    @Option(names = "--json", description = "Print one JSON object a line instead of words.")
    private boolean json;

    StatusCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = data.folder();
        Optional<Holder> holder = Holder.of(folder);
        if (holder.isEmpty()) {
            archived(folder);
        }
        while (holder.isPresent() || watch) {
            if (holder.isPresent()) {
                try (Holder now = holder.get()) {
                    show(now);
                }
                if (!watch) {
                    return Exit.DONE;
                }
            }
            Time.system().sleep(LOOK);
            holder = Holder.of(folder);
        }
        return Exit.DONE;
    }

    private void archived(Path folder) throws InterruptedException {
        try (MvEventArchive archive = DataFolder.existing(folder);
                TolerantCatalogue catalogue = TolerantCatalogue.open(folder, archive)) {
            ArchivedStatus status = ArchivedStatus.of(folder, archive, catalogue);
            print(json ? List.of(status.json().toString()) : status.words());
        }
    }

    /** Once, or until the other process has gone. */
    private void show(Holder holder) throws IOException {
        boolean painted = watch && !json && streams.screen().isPresent();
        ControlMessage ask = json
                ? ControlMessage.of(StatusService.LABEL, "json")
                : ControlMessage.of(
                        StatusService.LABEL, "text", Integer.toString(painted ? ON_SCREEN : Integer.MAX_VALUE));
        try {
            do {
                ControlMessage status = holder.status(ask);
                List<String> lines = json ? List.of(status.object()) : status.texts();
                if (painted) {
                    streams.screen().get().paint(lines);
                } else {
                    print(lines);
                }
            } while (watch);
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            if (!watch) {
                throw e;
            }
            streams.screen().ifPresent(Screen::leave);
            streams.say("the process has ended; waiting for the next");
        } finally {
            streams.screen().ifPresent(Screen::leave);
        }
    }

    private void print(List<String> lines) {
        try (DataOutput out = new DataOutput(streams)) {
            lines.forEach(out::line);
        }
    }
}
