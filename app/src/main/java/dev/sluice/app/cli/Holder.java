package dev.sluice.app.cli;

import dev.sluice.app.control.ControlClient;
import dev.sluice.app.control.ControlMessage;
import dev.sluice.archive.ArchiveException;
import dev.sluice.task.TaskScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The process that holds an archive, asked to do what a command was told. */
final class Holder implements AutoCloseable {

    private final ControlClient control;

    private Holder(ControlClient control) {
        this.control = control;
    }

    /** The process that holds a folder; empty when none does that can be reached. */
    static Optional<Holder> of(Path folder) throws IOException {
        return ControlClient.connect(folder).map(Holder::new);
    }

    /** Refuses a folder that another process holds, to a command that needs it for itself. */
    static void refuse(Path folder, String why) throws IOException {
        Optional<Holder> there = of(folder);
        if (there.isPresent()) {
            there.get().close();
            throw new ArchiveException(
                    ArchiveException.Kind.LOCKED, "The archive in " + folder + " is in use by another process. " + why);
        }
    }

    /** Hears what the other process says meanwhile. */
    interface Listener {
        /** Words for a person. */
        void says(String words);

        /** How far it is. */
        default void progress(String words) {}

        /** A line of data. */
        default void data(String line) {
            says(line);
        }
    }

    /**
     * How the work has ended.
     *
     * @param code of {@link Exit}
     * @param json the summary for a program
     */
    record Done(int code, List<String> words, String json) {
        Done {
            words = List.copyOf(words);
        }
    }

    /** Has something done. Blocks until it is done; it ends early when this process goes. */
    Done ask(ControlMessage command, Listener listener) throws IOException {
        control.send(command);
        return done(listener);
    }

    /** Has something done with lines of text, which are sent meanwhile. */
    Done send(ControlMessage command, InputLines lines, AtomicLong sent, Listener listener)
            throws IOException, InterruptedException {
        control.send(command);
        try (TaskScope scope = TaskScope.open("import")) {
            scope.fork("lines", () -> send(lines, sent));
            return done(listener);
        }
    }

    private @Nullable Void send(InputLines lines, AtomicLong sent) throws IOException {
        for (String line = lines.next(); line != null; line = lines.next()) {
            control.send(line);
            sent.incrementAndGet();
        }
        control.endInput();
        return null;
    }

    private Done done(Listener listener) throws IOException {
        while (true) {
            ControlMessage answer = control.answer();
            switch (answer.label()) {
                case "SAY" -> listener.says(answer.text(0));
                case "PROGRESS" -> listener.progress(answer.text(0));
                case "DATA" -> listener.data(answer.text(0));
                case "DONE" -> {
                    List<String> words =
                            answer.texts().subList(1, answer.texts().size());
                    return new Done(Integer.parseInt(answer.text(0)), words, answer.object());
                }
                default -> throw new IOException(answer.text(0));
            }
        }
    }

    /** Where it stands. */
    ControlMessage status(ControlMessage asked) throws IOException {
        control.send(asked);
        ControlMessage answer = control.answer();
        if (!answer.label().equals(StatusService.LABEL)) {
            throw new IOException(answer.text(0));
        }
        return answer;
    }

    /** Tells it to stop, and blocks until it has left the socket. */
    String stop() throws IOException {
        control.send(ControlMessage.of(StopService.LABEL));
        ControlMessage answer = control.answer();
        control.awaitEnd();
        return answer.text(0);
    }

    @Override
    public void close() throws IOException {
        control.close();
    }
}
