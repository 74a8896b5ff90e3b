package dev.sluice.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.TestEvents;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskFailedException;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ImportTest {

    private final ManualTime clock = new ManualTime();
    private final MemoryArchive archive =
            new MemoryArchive(clock, RelayUrl.parse("ws://127.0.0.1:7447").orElseThrow());
    private final List<String> refused = new ArrayList<>();

    @AfterEach
    void close() {
        archive.release();
        archive.close();
    }

    @Test
    void everyLineGetsOneVerdict() throws Exception {
        Event first = TestEvents.note(1, "first");
        Event old = signed(0, 10, List.of(), "old");
        Event current = signed(0, 20, List.of(), "current");
        Event doomed = TestEvents.note(2, "doomed");
        List<String> lines = List.of(
                Codec.encode(first),
                "",
                Codec.encode(first),
                Codec.encode(current),
                Codec.encode(old),
                Codec.encode(signed(
                        Kind.DELETION, 30, List.of(List.of("e", doomed.id().hex())), "")),
                Codec.encode(doomed),
                Codec.encode(signed(1, 40, List.of(List.of("expiration", "41")), "")),
                Codec.encode(signed(20_000, 50, List.of(), "")),
                Codec.encode(signed(1, 60, List.of(List.of("-")), "")),
                Codec.encode(signed(1, 70, List.of(), "x")).replace("\"x\"", "\"y\""),
                "not JSON");
        Verdicts verdicts = run(lines);
        assertEquals(11, verdicts.total());
        assertEquals(3, verdicts.stored());
        assertEquals(1, verdicts.duplicate());
        assertEquals(1, verdicts.superseded());
        assertEquals(1, verdicts.deleted());
        assertEquals(1, verdicts.expired());
        assertEquals(1, verdicts.ephemeral());
        assertEquals(Map.of("protected", 1L, "invalid", 1L, "malformed", 1L), verdicts.refused());
        assertEquals(List.of("10 protected", "11 invalid", "12 malformed"), refused);
    }

    @Test
    void importingAgainStoresNothing() throws Exception {
        List<String> lines = notes(2_500);
        assertEquals(2_500, run(lines).stored());
        assertEquals(2_500, run(lines).duplicate());
        assertEquals(2_500, archive.statistics().events());
    }

    @Test
    void whatHasGoneIsCountedForWhatItIsWhenItComesAgain() throws Exception {
        Event doomed = TestEvents.note(2, "doomed");
        List<String> lines = List.of(
                Codec.encode(doomed),
                Codec.encode(signed(0, 10, List.of(), "old")),
                Codec.encode(signed(0, 20, List.of(), "current")),
                Codec.encode(signed(
                        Kind.DELETION, 30, List.of(List.of("e", doomed.id().hex())), "")));
        assertEquals(4, run(lines).stored());
        Verdicts again = run(lines);
        assertEquals(1, again.deleted());
        assertEquals(1, again.superseded());
        assertEquals(2, again.duplicate());
    }

    @Test
    void withoutVerificationSignaturesAreNotLookedAt() throws Exception {
        List<String> lines =
                TestEvents.unsignedNotes(30_000).stream().map(Codec::encode).toList();
        Import trusting = new Import(archive, Policies.mirror(), false, 2);
        assertEquals(30_000, trusting.run(lines(lines), this::note).stored());
        assertEquals(30_000, trusting.counted().stored());
    }

    @Test
    void withVerificationTheyAre() throws Exception {
        List<String> lines =
                TestEvents.unsignedNotes(1_500).stream().map(Codec::encode).toList();
        assertEquals(Map.of("invalid", 1_500L), run(lines).refused());
        assertEquals("1 invalid", refused.get(0));
        assertEquals("1500 invalid", refused.get(1_499));
    }

    @Test
    void theImportEndsWhenEverythingIsDurable() throws Exception {
        archive.holdAnswers();
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Verdicts> running = scope.fork("import", () -> run(notes(10)));
            archive.awaitGeneration(1);
            assertEquals(false, running.ended());
            archive.release();
            assertEquals(10, running.join().stored());
        }
    }

    @Test
    void aBrokenArchiveEndsTheImport() {
        archive.breakDown();
        assertThrows(ArchiveException.class, () -> run(notes(10)));
    }

    @Test
    void anUnreadableSourceEndsTheImport() {
        assertThrows(
                IOException.class,
                () -> new Import(archive, Policies.mirror(), true, 2)
                        .run(
                                () -> {
                                    throw new IOException("gone");
                                },
                                this::note));
    }

    @Test
    void anInterruptEndsTheImport() throws Exception {
        archive.holdWrites();
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Verdicts> running = scope.fork("import", () -> run(notes(10)));
            archive.awaitQueued(10);
            running.cancel();
            TaskFailedException failure = assertThrows(TaskFailedException.class, running::join);
            assertTrue(failure.getCause() instanceof InterruptedException);
        }
    }

    private Verdicts run(List<String> lines) throws IOException, InterruptedException {
        return new Import(archive, Policies.mirror(), true, 2).run(lines(lines), this::note);
    }

    private void note(long line, Verdict.Refused refusal) {
        refused.add(line + " " + refusal.reason());
    }

    private static Import.Lines lines(List<String> lines) {
        Iterator<String> left = lines.iterator();
        return () -> left.hasNext() ? left.next() : null;
    }

    private static List<String> notes(int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(Codec.encode(TestEvents.note(TestEvents.EPOCH + i, "note")));
        }
        return lines;
    }

    private static Event signed(int kind, long second, List<List<String>> tags, String content) {
        return TestEvents.signed(TestEvents.keyPair(1), second, kind, tags, content);
    }
}
