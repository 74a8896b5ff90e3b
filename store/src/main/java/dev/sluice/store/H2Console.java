package dev.sluice.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.Writer;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;
import org.h2.tools.Server;

/**
 * H2's own web console on the loopback address, open on one catalogue inside the process that holds it. Who has the password
 * may read everything and change nothing. Everybody on the machine reaches the login page, so it opens no other database
 * than those in the archive's directory while it runs, makes none, and its administration is shut.
 */
public final class H2Console implements AutoCloseable {

    private static final String USER = "READER";

    /** Where H2 looks for the settings of the login page. */
    private static final String SETTINGS = ".h2.server.properties";

    /** Lets VALUE be the name of a column, as it is in COVERAGE(). */
    private static final String NAMES = ";NON_KEYWORDS=VALUE";

    /** H2 keeps -baseDir here: from then on JDBC opens only databases in that directory, in the whole process. */
    private static final String BASE_DIRECTORY = "h2.baseDir";

    private final Server server;
    private final Path properties;
    private final String password;

    private H2Console(Server server, Path properties, String password) {
        this.server = server;
        this.properties = properties;
        this.password = password;
    }

    /**
     * Starts the console with a new password. Close it before the catalogue.
     *
     * @param port the port to listen on, 0 for any free one
     * @throws BindException the port is taken
     * @throws IllegalStateException H2 was in use before the store and would listen on all addresses
     */
    public static H2Console start(SqlCatalogue catalogue, int port) throws IOException, InterruptedException {
        H2Settings.apply();
        if (!H2Settings.loopback()) {
            throw new IllegalStateException("start the program with -Dh2.bindAddress=127.0.0.1 to use the console");
        }
        String password = Passwords.random();
        catalogue.reader(USER, password);
        Path properties = login(catalogue.files().url());
        try {
            Server server = server(port, properties, catalogue.files().directory());
            return new H2Console(server, properties, password);
        } catch (SQLException e) {
            forget(properties);
            throw new BindException("the console can't listen on port " + port + ": " + e.getMessage());
        }
    }

    /** Where a browser finds it. */
    public String url() {
        return "http://127.0.0.1:" + server.getPort();
    }

    /** The name to log in with. */
    public String user() {
        return USER;
    }

    /** The password of this run. */
    public String password() {
        return password;
    }

    /** Ends its sessions and stops listening. */
    @Override
    public void close() throws IOException {
        server.stop();
        System.clearProperty(BASE_DIRECTORY);
        forget(properties);
    }

    private static Server server(int port, Path properties, Path directory) throws SQLException {
        return Server.createWebServer(
                        "-webPort",
                        Integer.toString(port),
                        "-webDaemon",
                        "-properties",
                        properties.toString(),
                        "-ifExists",
                        "-baseDir",
                        directory.toString())
                .start();
    }

    /** A folder with the settings that fill in the login page: all but the password. */
    private static Path login(String url) throws IOException {
        Path folder = Files.createTempDirectory("sluice-console");
        Properties settings = new Properties();
        settings.setProperty("0", "Sluice|org.h2.Driver|" + url + NAMES + "|" + USER);
        try (Writer out = Files.newBufferedWriter(folder.resolve(SETTINGS), ISO_8859_1)) {
            settings.store(out, null);
        }
        return folder;
    }

    private static void forget(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(SETTINGS));
        Files.deleteIfExists(folder);
    }
}
