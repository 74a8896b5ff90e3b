package dev.sluice.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Guard;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class H2ConsoleIT {

    private static final Pattern SESSION = Pattern.compile("jsessionid=([0-9a-f]{32})");

    @TempDir
    Path directory;

    private final List<String> warnings = new ArrayList<>();
    private MvEventArchive archive;
    private SqlCatalogue catalogue;
    private H2Console console;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        archive = MvEventArchive.open(directory, ArchiveOptions.DEFAULT);
        List<Event> notes = IntStream.rangeClosed(1, 7)
                .mapToObj(n -> Samples.note(n, "note " + n))
                .toList();
        archive.submit(new Write.Events(notes, Guard.OPEN, true)).join();
        catalogue = SqlCatalogue.open(directory, archive.id(), archive, warnings::add);
        catalogue.met(Samples.RELAY, 10);
        console = H2Console.start(catalogue, 0);
    }

    @AfterEach
    void stop() throws IOException {
        console.close();
        catalogue.close();
        archive.close();
    }

    @Test
    void theLoginPageIsFilledInButForThePassword() throws IOException, InterruptedException {
        String page = get("login.jsp?jsessionid=" + session());
        assertTrue(page.contains(url()), page);
        assertTrue(page.contains(console.user()), page);
        assertFalse(page.contains(console.password()), page);
    }

    @Test
    void aWrongPasswordIsRefused() throws IOException, InterruptedException {
        String session = session();
        assertTrue(login(session, url(), console.user(), "guess").contains("Wrong user name or password"));
        assertTrue(login(session, url(), console.user(), "").contains("Wrong user name or password"));
        assertTrue(login(session, url(), "SLUICE", "").contains("Wrong user name or password"));
        assertFalse(query(session, "SELECT 1 + 1").contains("<td>2</td>"));
    }

    @Test
    void theRightPasswordReadsTheArchive() throws IOException, InterruptedException {
        String session = loggedIn();
        assertTrue(query(session, "SELECT COUNT(*) FROM EVENTS('{}')").contains("<td>7</td>"));
        assertTrue(query(session, "SELECT url FROM relay").contains(Samples.RELAY.toString()));
        assertTrue(query(session, "SELECT value FROM COVERAGE()").contains("no rows"));
    }

    @Test
    void itsUserChangesNothingAndReachesNoFiles() throws IOException, InterruptedException {
        String session = loggedIn();
        for (String forbidden : List.of(
                "DELETE FROM relay",
                "DROP TABLE relay",
                "CREATE TABLE mine (a INT)",
                "CREATE ALIAS run FOR 'java.lang.System.exit'",
                "SELECT * FROM CSVREAD('/etc/hostname')",
                "SELECT FILE_READ('/etc/hostname')",
                "SCRIPT TO 'script.sql'",
                "SHUTDOWN")) {
            String answer = query(session, forbidden);
            assertTrue(answer.contains("Not enough rights") || answer.contains("Admin rights"), answer);
        }
        assertEquals(1, catalogue.relays().size());
    }

    @Test
    void itOpensNoOtherDatabase(@TempDir Path elsewhere) throws IOException, InterruptedException, SQLException {
        console.close();
        String other = "jdbc:h2:file:" + elsewhere.resolve("other");
        try (Connection made = DriverManager.getConnection(other, "sa", "")) {
            Sql.run(made, "CREATE TABLE t (a INT)");
        }
        console = H2Console.start(catalogue, 0);
        for (String url : List.of(other, "jdbc:h2:mem:fresh", "jdbc:h2:file:" + directory.resolve("fresh"))) {
            String answer = login(session(), url, "sa", "");
            assertTrue(answer.contains("class=\"error\"") && answer.contains("login.do"), answer);
        }
    }

    @Test
    void administrationIsShut() throws IOException, InterruptedException {
        String session = loggedIn();
        String answer = post("adminLogin.do?jsessionid=" + session, Map.of("password", ""));
        assertFalse(answer.contains("adminShutdown"), answer);
        assertTrue(get("tools.jsp?jsessionid=" + session).contains("adminLogin.do"));
    }

    @Test
    void itListensOnTheLoopbackAddressAlone() throws IOException {
        URI uri = URI.create(console.url());
        assertEquals("127.0.0.1", uri.getHost());
        List<InetAddress> others = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .toList();
        for (InetAddress address : others) {
            assertThrows(ConnectException.class, () -> new Socket(address, uri.getPort()).close());
        }
    }

    @Test
    void aForeignHostNameIsRefused() throws IOException {
        URI uri = URI.create(console.url());
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".getBytes(UTF_8));
            socket.shutdownOutput();
            assertTrue(new String(socket.getInputStream().readAllBytes(), UTF_8).contains("404"));
        }
    }

    @Test
    void eachStartHasItsOwnPassword() throws IOException, InterruptedException {
        String first = console.password();
        console.close();
        console = H2Console.start(catalogue, 0);
        assertTrue(login(session(), url(), console.user(), first).contains("Wrong user name or password"));
        assertTrue(query(loggedIn(), "SELECT COUNT(*) FROM relay").contains("<td>1</td>"));
    }

    @Test
    void aTakenPortIsNamed() {
        int port = URI.create(console.url()).getPort();
        BindException e = assertThrows(BindException.class, () -> H2Console.start(catalogue, port));
        assertTrue(e.getMessage().contains(Integer.toString(port)), e.getMessage());
    }

    @Test
    void anOpenSessionDoesNotKeepTheCatalogueOpen() throws IOException, InterruptedException {
        assertTrue(query(loggedIn(), "SELECT COUNT(*) FROM relay").contains("<td>1</td>"));
        catalogue.close();
        catalogue = SqlCatalogue.open(directory, archive.id(), archive, warnings::add);
        assertEquals(1, catalogue.relays().size());
        assertEquals(List.of(), warnings);
    }

    private String loggedIn() throws IOException, InterruptedException {
        String session = session();
        String answer = login(session, url(), console.user(), console.password());
        assertTrue(answer.contains("frame") || answer.contains("query.jsp"), answer);
        return session;
    }

    private String url() {
        return "jdbc:h2:file:" + directory.toAbsolutePath().resolve("catalogue") + ";NON_KEYWORDS=VALUE";
    }

    private String session() throws IOException, InterruptedException {
        Matcher session = SESSION.matcher(get(""));
        assertTrue(session.find());
        return session.group(1);
    }

    private String login(String session, String url, String user, String password)
            throws IOException, InterruptedException {
        return post(
                "login.do?jsessionid=" + session,
                Map.of("name", "x", "driver", "org.h2.Driver", "url", url, "user", user, "password", password));
    }

    private String query(String session, String sql) throws IOException, InterruptedException {
        String answer = post("query.do?jsessionid=" + session, Map.of("sql", sql));
        Matcher result = Pattern.compile("result\\.do[^'\"]*").matcher(answer);
        return result.find() ? get(result.group().replace("&amp;", "&")) : answer;
    }

    private String get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(at(path)).build());
    }

    private String post(String path, Map<String, String> form) throws IOException, InterruptedException {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest request = HttpRequest.newBuilder(at(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return send(request);
    }

    /** On a connection of its own: H2 closes each after its answer without a word of it. */
    private static String send(HttpRequest request) throws IOException, InterruptedException {
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return http.send(request, BodyHandlers.ofString()).body();
        }
    }

    private URI at(String path) {
        return URI.create(console.url() + "/" + path);
    }
}
