package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Catalogue;
import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.sync.MirrorPlan.Source;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.PipeDialer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the guide for embedding shows is what runs here. */
@Timeout(30)
class EmbeddingTest {
    private static final Path GUIDE = Path.of("docs", "embedding.md");
    private static final Path HERE = Path.of("engine/src/test/java/dev/sluice/sync/EmbeddingTest.java");

    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    // the example
    static List<WalkReport> mirrorTwoRelays(
            EventArchive archive, Catalogue catalogue, Dialer dialer, Time time, WallClock wall)
            throws InterruptedException {
        List<Source> relays = List.of(
                new Source(RelayUrl.parse("wss://one.example").orElseThrow(), false),
                new Source(RelayUrl.parse("wss://two.example").orElseThrow(), false));
        Filter notes = Filter.ALL.withKinds(Set.of(1));
        MirrorPlan plan = MirrorPlan.once(relays, List.of(notes));
        try (Intake intake = new Intake(archive, Policies.mirror(), 2);
                Mirror mirror = Mirror.start(plan, archive, catalogue, intake, dialer, time, wall, new Metrics())) {
            return mirror.awaitHistory();
        }
    }
    // its end

    @Test
    void twoRelaysAreMirrored() throws Exception {
        PlayedRelay relay = new PlayedRelay().hold(Rig.notes(Rig.T0, 30));
        try (PipeDialer dialer = PipeDialer.serving(relay);
                TaskScope scope = TaskScope.open("example")) {
            Fork<List<WalkReport>> running =
                    scope.fork("mirror", () -> mirrorTwoRelays(rig.archive, rig.catalogue, dialer, rig.time, rig.time));
            rig.until(running::ended);

            assertEquals(
                    List.of(WalkEnd.DRAINED, WalkEnd.DRAINED),
                    running.join().stream().map(WalkReport::end).toList());
            assertEquals(30, rig.stored());
            assertEquals(2, dialer.dials());
        }
    }

    @Test
    void theGuideShowsIt() throws IOException {
        String example = Pattern.compile("    // the example\n(.*)\n    // its end", Pattern.DOTALL)
                .matcher(Files.readString(HERE))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1)
                .stripIndent();

        assertTrue(example.lines().count() < 30);
        assertTrue(Files.readString(GUIDE).contains("```java\n" + example + "\n```"), example);
    }
}
