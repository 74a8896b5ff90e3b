package dev.sluice.app.cli;

import dev.sluice.store.MvEventArchive;
import dev.sluice.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends the process that holds an archive. */
@Command(
        name = "stop",
        header = "Ends the process that holds the archive, in order.",
        description =
                "Asks the mirror or serve that works in the folder to stop, as Ctrl-C would, and waits until it has "
                        + "let go of the archive: another command can open it then. When nothing runs, there is nothing to do.",
        footer = {"  sluice stop", "  sluice stop --data /srv/sluice && sluice check --data /srv/sluice"})
final class StopCommand extends Subcommand {

    /** How often it is looked whether the archive is free. */
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Streams streams;

    @Mixin
    private final DataOption data = new DataOption();

    StopCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = data.folder();
        Optional<Holder> holder = Holder.of(folder);
        if (holder.isEmpty()) {
            return nobody(folder);
        }
        String process;
        try (Holder reached = holder.get()) {
            process = reached.stop();
        }
        while (MvEventArchive.isHeld(folder)) {
            Time.system().sleep(LOOK);
        }
        streams.say("process " + process + " has let go of the archive in " + folder);
        return Exit.DONE;
    }

    private int nobody(Path folder) {
        if (MvEventArchive.isHeld(folder)) {
            streams.say("sluice: the process that holds " + folder
                    + " can't be reached through its control socket: end it by Ctrl-C or a signal");
            return Exit.ARCHIVE;
        }
        streams.say("nothing runs in " + folder);
        return Exit.DONE;
    }
}
