package dev.sluice.app.cli;

import java.io.IOException;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Whether the H2 console runs beside a command. */
final class ConsoleOption {

    /** H2's own default. */
    static final int PORT = 8082;

    private static final String UNSET = "-1";

    @Option(
            names = "--console",
            paramLabel = "PORT",
            arity = "0..1",
            defaultValue = UNSET,
            fallbackValue = "" + PORT,
            description =
                    "Open the H2 console on 127.0.0.1 (default port: " + PORT + "); its password is made at start.")
    private int port;

    /** Opens the console when it was asked for and there is a catalogue. */
    void open(Streams streams, TolerantCatalogue catalogue, Opened opened) throws IOException, InterruptedException {
        if (port().isPresent() && catalogue.sql().isPresent()) {
            opened.add(Console.open(streams, catalogue.sql().get(), port), Console::close);
        }
    }

    /** The port when the console was asked for. */
    OptionalInt port() {
        return port < 0 ? OptionalInt.empty() : OptionalInt.of(port);
    }
}
