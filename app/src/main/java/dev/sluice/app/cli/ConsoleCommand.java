package dev.sluice.app.cli;

import dev.sluice.store.MvEventArchive;
import dev.sluice.store.SqlCatalogue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the archive to SQL. */
@Command(
        name = "console",
        header = "Opens the archive to SQL in a browser.",
        description = "Runs the H2 console on 127.0.0.1 until it is interrupted: SQL over the catalogue, and over the "
                + "archive by EVENTS('<filter JSON>') and COVERAGE(). The archive must not be in use: beside a "
                + "running mirror or serve, start those with --console.",
        footer = {"  sluice console", "  sluice console --data /srv/sluice --port 8090"})
final class ConsoleCommand extends Subcommand {

    private final Streams streams;

    @Mixin
    private final DataOption data = new DataOption();

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "" + ConsoleOption.PORT,
            description = "The port (default: " + ConsoleOption.PORT + "); 0 takes a free one.")
    private int port;

    ConsoleCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = data.folder();
        try (Opened opened = new Opened()) {
            MvEventArchive archive = opened.add(DataFolder.existing(folder), MvEventArchive::close);
            SqlCatalogue catalogue =
                    opened.add(SqlCatalogue.open(folder, archive.id(), archive, streams::say), SqlCatalogue::close);
            opened.add(Console.open(streams, catalogue, port), Console::close);
            new CountDownLatch(1).await();
        }
        return Exit.DONE;
    }
}
