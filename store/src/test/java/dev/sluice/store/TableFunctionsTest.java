package dev.sluice.store;

import static dev.sluice.store.Samples.AUTHOR;
import static dev.sluice.store.Samples.RELAY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.Guard;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Codec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class TableFunctionsTest {

    private static final int MANY = TableFunctions.DEFAULT_LIMIT + 5;

    @TempDir
    Path directory;

    private final List<String> warnings = new ArrayList<>();
    private MemoryArchive archive;
    private SqlCatalogue catalogue;

    @BeforeEach
    void open() throws InterruptedException {
        archive = Samples.notes(7);
        catalogue = SqlCatalogue.open(directory, Samples.ARCHIVE, archive, warnings::add);
    }

    @AfterEach
    void close() {
        catalogue.close();
        archive.close();
    }

    @Test
    void anEventIsARow() throws InterruptedException {
        String raw = Codec.encode(Samples.note(7, "note 7"));
        assertEquals(
                List.of(String.join(
                        "|",
                        Samples.note(7, "").id().hex(),
                        AUTHOR.hex(),
                        "1700000007",
                        "1",
                        "note 7",
                        "[[\"t\",\"nostr\"],[\"client\",\"a \\\"quoted\\\" name\",\"\"]]",
                        raw)),
                rows("SELECT id, pubkey, created_at, kind, content, tags, raw FROM EVENTS('{\"limit\":1}')"));
    }

    @Test
    void rowsComeNewestFirstThroughAllSlices() throws InterruptedException {
        reopen(Samples.notes(2_500));
        assertEquals(
                IntStream.range(0, 2_500).mapToObj(i -> "note " + (2_500 - i)).toList(),
                rows("SELECT content FROM EVENTS('{}')"));
        assertEquals(4, archive.slices());
        assertEquals(List.of(), warnings);
    }

    @Test
    void theFilterIsAnsweredByTheArchive() throws InterruptedException {
        assertEquals(List.of("3"), rows("SELECT COUNT(*) FROM EVENTS('{\"since\":1700000005}')"));
        assertEquals(List.of("0"), rows("SELECT COUNT(*) FROM EVENTS('{\"kinds\":[0]}')"));
        assertEquals(List.of("0"), rows("SELECT COUNT(*) FROM EVENTS('{\"limit\":0}')"));
        assertEquals(
                List.of("note 2"),
                rows("SELECT content FROM EVENTS(?) WHERE content LIKE '%2'", "{\"#t\":[\"nostr\"]}"));
    }

    @Test
    void aQueryReadsTheArchiveOnce() throws InterruptedException {
        assertEquals(List.of("7"), rows("SELECT COUNT(*) FROM EVENTS('{}')"));
        assertEquals(1, archive.scans());
    }

    @Test
    void aFilterWithoutALimitGivesTenThousandRowsAndAWarning() throws InterruptedException {
        reopen(Samples.notes(MANY));
        assertEquals(
                List.of("10000|1700000006"), rows("SELECT COUNT(*), MIN(created_at) FROM EVENTS('{\"kinds\":[1]}')"));
        assertEquals(1, warnings.size());
        assertTrue(warnings.get(0).contains("10000") && warnings.get(0).contains("limit"), warnings.get(0));
    }

    @Test
    void aFilterWithALimitGivesAsManyRowsAsItAsksFor() throws InterruptedException {
        reopen(Samples.notes(MANY));
        assertEquals(List.of("" + MANY), rows("SELECT COUNT(*) FROM EVENTS('{\"limit\":20000}')"));
        assertEquals(List.of(), warnings);
    }

    @Test
    void exactlyTenThousandRowsAreNoReasonToWarn() throws InterruptedException {
        reopen(Samples.notes(TableFunctions.DEFAULT_LIMIT));
        assertEquals(List.of("10000"), rows("SELECT COUNT(*) FROM EVENTS('{}')"));
        assertEquals(List.of(), warnings);
    }

    @Test
    void aFilterThatCannotBeReadSaysWhyAndWhere() {
        assertRefused("{\"kinds\":\"1\"}", "invalid: kinds is not a list at $.kinds");
        assertRefused("{\"kinds\":[1,\"x\"]}", "invalid: kinds holds what is no kind at $.kinds[");
        assertRefused("{\"ids\":[\"abc\"]}", "invalid: ids holds other than 64 lower-case hex digits at $.ids[");
        assertRefused("{\"kinds\":[1]", "invalid: not JSON at $");
        assertRefused("{\"kinds\":[1 2]}", "invalid: not JSON at $.kinds[");
        assertRefused("{} {}", "invalid: not JSON at $");
        assertRefused("", "invalid: not JSON at $");
        assertRefused("[]", "invalid: filter is not an object at $");
        assertThrows(ArchiveException.class, () -> rows("SELECT COUNT(*) FROM EVENTS(NULL)"));
    }

    private void assertRefused(String filter, String reason) {
        Exception e = assertThrows(ArchiveException.class, () -> rows("SELECT COUNT(*) FROM EVENTS(?)", filter));
        String expected = "EVENTS can't read the filter " + filter + ": " + reason;
        assertTrue(e.getMessage().contains(expected), e.getMessage() + " lacks " + expected);
    }

    @Test
    void anEventOfSeveralMebibytesIsARow() throws InterruptedException {
        archive.submit(new Write.Events(List.of(Samples.note(8, "x".repeat(3_000_000))), Guard.OPEN, false))
                .join();
        assertEquals(
                List.of("3000000|true"),
                rows("SELECT CHAR_LENGTH(content), CHAR_LENGTH(raw) > 3000000 FROM EVENTS('{\"limit\":1}')"));
    }

    @Test
    void coverageIsATable() throws InterruptedException {
        cover("{\"kinds\":[1]}", "", new Coverage(Optional.of(new Coverage.Interval(0, 90)), Optional.empty()));
        cover(
                "{\"kinds\":[1617]}",
                "30617:a:b",
                new Coverage(Optional.empty(), Optional.of(new Coverage.Walk(50, 80))));
        assertEquals(
                List.of(
                        RELAY + "|{\"kinds\":[1617]}|30617:a:b|null|null|50|80",
                        RELAY + "|{\"kinds\":[1]}||0|90|null|null"),
                rows("SELECT relay, base, \"VALUE\", complete_from, complete_to, walk_cursor, walk_start"
                        + " FROM COVERAGE()"));
    }

    @Test
    void theArchiveJoinsTheCatalogue() throws InterruptedException {
        catalogue.met(RELAY, 1_700_000_003);
        catalogue.met(Samples.relay("wss://unknown.example"), 5);
        cover("{}", "", new Coverage(Optional.of(new Coverage.Interval(0, 90)), Optional.empty()));
        assertEquals(List.of("wss://relay.example|90|4", "wss://unknown.example|null|7"), rows("""
                        SELECT r.url, c.complete_to, COUNT(e.id)
                        FROM relay r
                        LEFT JOIN COVERAGE() c ON c.relay = r.url
                        JOIN EVENTS('{"kinds":[1]}') e ON e.created_at > r.last_met
                        GROUP BY r.url, c.complete_to ORDER BY r.url"""));
    }

    @Test
    void aTableCanBeMadeFromEvents() throws InterruptedException {
        List<Long> kept = catalogue.sql(connection -> {
            Sql.run(connection, "CREATE LOCAL TEMPORARY TABLE note AS SELECT * FROM EVENTS('{}')");
            Sql.run(connection, "CREATE LOCAL TEMPORARY TABLE held AS SELECT * FROM COVERAGE()");
            String joined = "SELECT COUNT(*) FROM note n JOIN note m ON m.pubkey = n.pubkey";
            List<Long> rows = Sql.rows(connection, row -> row.getLong(1), joined);
            Sql.run(connection, "DROP TABLE note");
            Sql.run(connection, "DROP TABLE held");
            return rows;
        });
        assertEquals(List.of(49L), kept);
        assertEquals(2, archive.scans());
    }

    @Test
    void twoCataloguesReadTheirOwnArchives(@TempDir Path other) throws InterruptedException {
        try (MemoryArchive two = Samples.notes(2);
                SqlCatalogue second = SqlCatalogue.open(other, "b", two, warnings::add)) {
            assertEquals(List.of("2"), rows(second, "SELECT COUNT(*) FROM EVENTS('{}')"));
            assertEquals(List.of("7"), rows("SELECT COUNT(*) FROM EVENTS('{}')"));
        }
    }

    private void reopen(MemoryArchive other) {
        catalogue.close();
        archive.close();
        archive = other;
        catalogue = SqlCatalogue.open(directory, Samples.ARCHIVE, other, warnings::add);
    }

    private void cover(String base, String value, Coverage coverage) throws InterruptedException {
        CoverageEntry entry = new CoverageEntry(new CoverageKey(RELAY, base, value), coverage);
        archive.submit(new Write.Progress(List.of(entry), List.of(), false)).join();
    }

    private List<String> rows(String query, Object... values) throws InterruptedException {
        return rows(catalogue, query, values);
    }

    /** The rows of a query, their columns joined by '|'. */
    private static List<String> rows(SqlCatalogue catalogue, String query, Object... values)
            throws InterruptedException {
        return catalogue.sql(connection -> Sql.rows(
                connection,
                row -> {
                    Object[] columns = new Object[row.getMetaData().getColumnCount()];
                    for (int i = 0; i < columns.length; i++) {
                        columns[i] = row.getObject(i + 1);
                    }
                    return Arrays.stream(columns).map(String::valueOf).collect(Collectors.joining("|"));
                },
                query,
                values));
    }
}
