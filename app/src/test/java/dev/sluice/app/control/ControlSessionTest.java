package dev.sluice.app.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.sample.SampleEvents;
import dev.sluice.app.text.LineReader;
import dev.sluice.archive.ArchiveException;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.RelayLimits;
import dev.sluice.relay.WritePolicy;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ControlSessionTest {

    private static final Event EVENT = SampleEvents.stream(3, 1).findFirst().orElseThrow();

    private final MvEventArchive archive = MvEventArchive.inMemory(ArchiveOptions.DEFAULT);
    private final Intake intake = new Intake(archive, Policies.mirror(), 1);
    private final RelayCore relay = new RelayCore(
            archive,
            intake,
            RelayLimits.DEFAULT,
            WritePolicy.OPEN,
            Time.system(),
            WallClock.system(),
            RelayInformation.NONE);

    @AfterEach
    void close() {
        relay.close();
        intake.close();
        archive.close();
    }

    @Test
    void aCommandIsCarriedOutWithItsTextsAndItsObject() throws Exception {
        List<ControlMessage> asked = new ArrayList<>();
        Command note = (message, input, reply) -> {
            asked.add(message);
            reply.done(1, List.of("a \"word\""), "{\"n\":1}");
        };
        assertEquals(
                List.of("[\"DONE\",\"1\",\"a \\\"word\\\"\",{\"n\":1}]"),
                answers(Map.of("NOTE", note), "[\"NOTE\",\"x\",\"ü\",{\"kinds\":[1]}]\n\n"));
        assertEquals(List.of(new ControlMessage("NOTE", List.of("x", "ü"), "{\"kinds\":[1]}")), asked);
    }

    @Test
    void aCommandMayTakeTheRestOfTheInput() throws Exception {
        Command count = (message, input, reply) -> {
            int lines = 0;
            while (input.next() != null) {
                lines++;
            }
            reply.say("lines " + lines);
        };
        assertEquals(
                List.of("[\"SAY\",\"lines 3\"]"), answers(Map.of("COUNT-LINES", count), "[\"COUNT-LINES\"]\na\n\nb"));
    }

    @Test
    void whatFailsIsToldAndTheNextIsAnswered() throws Exception {
        Command wrong = (message, input, reply) -> {
            throw new IllegalArgumentException("no such order");
        };
        Command broken = (message, input, reply) -> {
            throw new ArchiveException(ArchiveException.Kind.IO, "the disk is full");
        };
        Command io = (message, input, reply) -> {
            throw new IOException("no such file");
        };
        assertEquals(
                List.of(
                        "[\"FAILED\",\"no such order\"]",
                        "[\"FAILED\",\"the disk is full\"]",
                        "[\"FAILED\",\"no such file\"]",
                        "[\"FAILED\",\"not a label, texts and an object: [\\\"IO\\\",7]\"]",
                        "[\"FAILED\",\"no such order\"]"),
                answers(
                        Map.of("WRONG", wrong, "BROKEN", broken, "IO", io),
                        "[\"WRONG\"]\n[\"BROKEN\"]\n[\"IO\"]\n[\"IO\",7]\n[\"WRONG\"]\n"));
    }

    @Test
    void everythingElseIsForTheRelay() throws Exception {
        assertEquals(
                List.of("[\"COUNT\",\"a\",{\"count\":0}]", "[\"NOTICE\",\"invalid: unknown label\"]"),
                answers(Map.of(), "[\"COUNT\",\"a\",{}]\n[\"NO-SUCH\"]\n"));
    }

    @Test
    void whatIsPublishedComesOnOpenSubscriptions() throws Exception {
        PipedOutputStream say = new PipedOutputStream();
        PipedInputStream heard = new PipedInputStream(1 << 16);
        OutputStream answer = new PipedOutputStream(heard);
        try (TaskScope scope = TaskScope.open("test")) {
            InputStream in = new PipedInputStream(say);
            scope.fork("session", () -> {
                session(Map.of(), in, answer).run();
                return true;
            });
            LineReader lines = new LineReader(heard);
            write(say, "[\"REQ\",\"live\",{}]");
            assertEquals("[\"EOSE\",\"live\",[\"finish\"]]", lines.next());
            write(say, "[\"EVENT\"," + Codec.encode(EVENT) + "]");
            List<String> both = List.of(String.valueOf(lines.next()), String.valueOf(lines.next()));
            assertTrue(both.contains("[\"OK\",\"" + EVENT.id().hex() + "\",true,\"\"]"), both.toString());
            assertTrue(both.contains("[\"EVENT\",\"live\"," + Codec.encode(EVENT) + "]"), both.toString());
            say.close();
            scope.join();
        }
    }

    @Test
    void aPeerThatHasGoneEndsTheSessionWhateverIsUnderWay() throws Exception {
        OutputStream gone = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        AtomicBoolean later = new AtomicBoolean();
        Command endless = (message, input, reply) -> {
            while (true) {
                reply.progress("on");
            }
        };
        Command mark = (message, input, reply) -> later.set(true);
        InputStream in = new ByteArrayInputStream("[\"ON\"]\n[\"MARK\"]\n".getBytes(StandardCharsets.UTF_8));
        session(Map.of("ON", endless, "MARK", mark), in, gone).run();
        assertEquals(false, later.get());
    }

    @Test
    void aLineThatIsTooLongEndsTheSession() throws Exception {
        InputStream endless = new InputStream() {
            private long given;

            @Override
            public int read() {
                given++;
                return 'a';
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                given += length;
                return length;
            }

            @Override
            public void close() {
                assertTrue(given <= 2L * ControlSession.MOST_LINE_BYTES, "given " + given);
            }
        };
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        session(Map.of(), endless, out).run();
        endless.close();
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void messagesOfAllShapesAreReadAsTheyAreWritten() {
        for (ControlMessage message : List.of(
                ControlMessage.of("A"),
                ControlMessage.of("A", "", "\n\t\"\\"),
                new ControlMessage("A", List.of(), "{\"a\":{\"b\":[\"}\"]}}"),
                new ControlMessage("A", List.of("x"), "{}"))) {
            assertEquals(message, ControlMessage.parse(message.toString()).orElseThrow());
        }
        for (String other :
                List.of("", "[]", "{}", "[\"A\"", "[\"A\",1]", "[\"A\",{},\"b\"]", "[\"A\"] x", "[\"A\",]")) {
            assertTrue(ControlMessage.parse(other).isEmpty(), other);
        }
    }

    private List<String> answers(Map<String, Command> commands, String input) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        session(commands, new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), out)
                .run();
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private ControlSession session(Map<String, Command> commands, InputStream in, OutputStream out) {
        return new ControlSession(commands, relay, in, out, () -> {});
    }

    private static void write(OutputStream out, String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
