package dev.sluice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Gauge;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The inventory of what peers can make grow: the document, the sources and the gauges say the same. */
@Timeout(60)
class PeerStateTest {

    /** The packages in which something of a peer lives. */
    private static final String ROOMS = ".*/src/main/java/dev/sluice/"
            + "(?:session|relay|sync|grasp|intake|wire|pace|budget|app/port|app/control)/(\\w+)\\.java";

    private static final Pattern FIELD =
            Pattern.compile("\\n\\s+(?:private |public |protected )?(static )?(final )?(?:volatile )?(?:@Nullable )?"
                    + "(?:\\w*Map|\\w*Set|\\w*List|\\w*Deque|\\w*Queue|Collection|StringBuilder)(?:<[^;={}()]*>)?"
                    + "(?:\\[])? (\\w+)( =[^;]*)?;");

    private static final Pattern GROWS = Pattern.compile("= *(?:new |ConcurrentHashMap\\.newKeySet)");

    private static final Pattern NAMED = Pattern.compile("`(\\w+\\.\\w+)`");

    private static final Set<String> CLASSES = Set.of("static", "time", "external", "session");

    /** A row of the first table. */
    private record Row(
            String what, Set<String> fields, String kind, String owner, String bound, String end, String gauge) {}

    @Test
    void everyCollectionThatGrowsIsInTheInventoryAndNothingElseIs() throws IOException, URISyntaxException {
        Set<String> listed = names(document());
        Set<String> there = growing();
        assertTrue(there.size() > 50, "found " + there.size());
        assertEquals(List.of(), missing(there, listed), "not in docs/peer-state.md");
        assertEquals(List.of(), missing(listed, there), "only in docs/peer-state.md");
    }

    @Test
    void everyRowSaysWhoOwnsWhatBoundsAndWhatEndsIt() throws IOException, URISyntaxException {
        List<Row> rows = rows();
        assertTrue(rows.size() > 15, "rows " + rows.size());
        for (Row row : rows) {
            assertTrue(!row.fields.isEmpty(), row.what);
            assertTrue(CLASSES.contains(row.kind), row.what + ": " + row.kind);
            assertTrue(!row.owner.isBlank() && !row.bound.isBlank() && !row.end.isBlank(), row.what);
        }
    }

    @Test
    void everyRowHasAGaugeAndEveryGaugeOfRetainedStateARow() throws IOException, URISyntaxException {
        Set<String> gauges = Stream.of(Gauge.values()).map(PeerStateTest::text).collect(Collectors.toSet());
        Set<String> shown =
                rows().stream().map(row -> row.gauge.replace("`", "")).collect(Collectors.toSet());
        assertEquals(List.of(), missing(shown, gauges), "no such gauge");
        Set<String> retained = gauges.stream()
                .filter(gauge -> gauge.startsWith("sluice_retained_state"))
                .collect(Collectors.toSet());
        assertEquals(List.of(), missing(retained, shown), "no row for the gauge");
    }

    @Test
    void fieldsThatGrowAreFound() {
        assertEquals(Set.of("A.grows", "A.kept", "A.set", "A.NAMES"), growing("A", """

                            private final Map<String, List<Integer>> grows = new HashMap<>();
                            private List<String> kept = List.of();
                            private final Set<String> set;
                            private final List<String> given;
                            private static final Map<String, String> NAMES = new ConcurrentHashMap<>();
                            private static final List<String> FIXED = List.of();
                        A() { this.set = ConcurrentHashMap.newKeySet(); this.given = List.copyOf(x); }
                        """));
    }

    private static List<String> missing(Set<String> wanted, Set<String> there) {
        Set<String> missing = new TreeSet<>(wanted);
        missing.removeAll(there);
        return List.copyOf(missing);
    }

    private static String text(Gauge gauge) {
        return gauge.metric() + (gauge.label().isEmpty() ? "" : "{" + gauge.label() + "=" + gauge.labelValue() + "}");
    }

    private static String document() throws IOException, URISyntaxException {
        return Files.readString(SourceTest.root().resolve("docs/peer-state.md"));
    }

    private static List<Row> rows() throws IOException, URISyntaxException {
        List<Row> rows = new ArrayList<>();
        for (String line : document().lines().toList()) {
            List<String> cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
            if (cells.size() == 9 && !names(cells.get(2)).isEmpty()) {
                rows.add(new Row(
                        cells.get(1),
                        names(cells.get(2)),
                        cells.get(3),
                        cells.get(4),
                        cells.get(5),
                        cells.get(6),
                        cells.get(7)));
            }
        }
        return rows;
    }

    private static Set<String> names(String text) {
        Set<String> names = new TreeSet<>();
        NAMED.matcher(text).results().forEach(name -> names.add(name.group(1)));
        return names;
    }

    private static Set<String> growing() throws IOException, URISyntaxException {
        Set<String> growing = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SourceTest.root(), 16)) {
            for (Path file : files.toList()) {
                Matcher room = Pattern.compile(ROOMS).matcher(file.toString());
                if (room.matches()) {
                    growing.addAll(growing(room.group(1), Files.readString(file)));
                }
            }
        }
        return growing;
    }

    /** What is assigned again, or made empty at first; what is handed in ready is its maker's. */
    private static Set<String> growing(String type, String source) {
        Set<String> growing = new TreeSet<>();
        FIELD.matcher(source).results().forEach(field -> {
            String name = field.group(3);
            String initial = field.group(4) == null ? "" : field.group(4);
            boolean local = !field.group().contains("private") && field.group().startsWith("\n        ");
            boolean made = GROWS.matcher(initial).find()
                    || Pattern.compile("this\\." + name + " " + GROWS.pattern())
                            .matcher(source)
                            .find();
            boolean again = field.group(2) == null && field.group(1) == null;
            if (!local && (made || again)) {
                growing.add(type + "." + name);
            }
        });
        return growing;
    }
}
