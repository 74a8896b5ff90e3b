package dev.sluice.app.cli;

import dev.sluice.app.control.ControlMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lets the process that holds an archive read its configuration again. */
@Command(
        name = "reload",
        header = "Lets the running mirror or serve take up its changed configuration file.",
        description =
                "The process that works in the folder reads its configuration again, as on SIGHUP: other relays and "
                        + "other filters are taken up with the least change on the wire, and what needs a restart is "
                        + "named. A file with a fault changes nothing; the exit code is then 2.",
        footer = {"  sluice reload", "  sluice reload --data /srv/sluice"})
final class ReloadCommand extends Subcommand {

    private final Streams streams;

    @Mixin
    private final DataOption data = new DataOption();

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    ReloadCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        Path folder = data.folder();
        Optional<Holder> holder = Holder.of(folder);
        if (holder.isEmpty()) {
            streams.say("sluice: nothing that could be reached runs in " + folder);
            return Exit.INCOMPLETE;
        }
        try (Holder reached = holder.get()) {
            Holder.Done done = reached.ask(ControlMessage.of(ReloadService.LABEL), streams::say);
            if (done.code() == Exit.DONE) {
                summary.print(streams, done.json(), done.words());
            }
            return done.code();
        }
    }
}
