package dev.sluice.app.cli;

import dev.sluice.store.H2Console;
import dev.sluice.store.SqlCatalogue;
import java.io.IOException;

/** The H2 console beside a command. Close it before the catalogue. */
final class Console implements AutoCloseable {

    private final H2Console console;

    private Console(H2Console console) {
        this.console = console;
    }

    /** Opens the console and says how to log in. */
    static Console open(Streams streams, SqlCatalogue catalogue, int port) throws IOException, InterruptedException {
        H2Console console = H2Console.start(catalogue, port);
        streams.say("H2 console: " + console.url());
        streams.say("  user " + console.user() + ", password " + console.password());
        streams.say("  try: SELECT kind, COUNT(*) FROM EVENTS('{\"limit\":1000000}') GROUP BY kind");
        return new Console(console);
    }

    @Override
    public void close() throws IOException {
        console.close();
    }
}
