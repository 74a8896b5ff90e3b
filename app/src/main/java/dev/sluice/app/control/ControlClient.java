package dev.sluice.app.control;

import dev.sluice.app.text.LineReader;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * This process as a peer of the one that holds an archive's directory. One thread reads and one writes; an interrupt of
 * either is an {@link InterruptedIOException} and ends the connection.
 */
public final class ControlClient implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path directory;
    private final LineReader answers;
    private final OutputStream out;
    private final Closeable endOfInput;
    private final Closeable connection;

    /**
     * A peer over any streams.
     *
     * @param endOfInput says that nothing more is sent
     */
    ControlClient(Path directory, InputStream in, OutputStream out, Closeable endOfInput, Closeable connection) {
        this.directory = directory;
        this.answers = new LineReader(in);
        this.out = new BufferedOutputStream(out, BUFFER_BYTES);
        this.endOfInput = endOfInput;
        this.connection = connection;
    }

    /** Reaches the process that holds a directory; empty when none does, or none that can be reached. */
    public static Optional<ControlClient> connect(Path directory) throws IOException {
        Path socket = directory.resolve(ControlSocket.NAME);
        if (!Files.exists(socket)) {
            return Optional.empty();
        }
        try {
            SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
            return Optional.of(new ControlClient(
                    directory,
                    Channels.newInputStream(channel),
                    Channels.newOutputStream(channel),
                    channel::shutdownOutput,
                    channel));
        } catch (ClosedByInterruptException e) {
            throw interrupted(e);
        } catch (IOException e) {
            // a process has left it behind, or it belongs to somebody else: the directory's lock decides
            return Optional.empty();
        }
    }

    /** Sends a message at once. */
    public void send(ControlMessage message) throws IOException {
        send(message.toString());
        flush();
    }

    /** Sends a line, with those that come next. */
    public void send(String line) throws IOException {
        try {
            out.write(line.getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        } catch (IOException e) {
            throw gone(e);
        }
    }

    /** Sends what was not sent yet. */
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw gone(e);
        }
    }

    /** Nothing more is sent. */
    public void endInput() throws IOException {
        flush();
        try {
            endOfInput.close();
        } catch (IOException e) {
            throw gone(e);
        }
    }

    /** The next line that the other process sends; an exception when it has gone. */
    public String line() throws IOException {
        @Nullable String line;
        try {
            line = answers.next();
        } catch (IOException e) {
            throw gone(e);
        }
        if (line == null) {
            throw gone();
        }
        return line;
    }

    /** The next line as a message. */
    public ControlMessage answer() throws IOException {
        String line = line();
        return ControlMessage.parse(line)
                .orElseThrow(
                        () -> new IOException("the process that holds " + directory + " speaks otherwise: " + line));
    }

    /** Blocks until the other process has ended the connection, whatever it sends until then. */
    public void awaitEnd() throws IOException {
        try {
            while (answers.next() != null) {
                // it may still finish what it was saying
            }
        } catch (ClosedByInterruptException e) {
            throw interrupted(e);
        } catch (IOException e) {
            // ended as well
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }

    private IOException gone(IOException cause) {
        if (cause instanceof ClosedByInterruptException) {
            return interrupted(cause);
        }
        IOException gone = gone();
        gone.initCause(cause);
        return gone;
    }

    private IOException gone() {
        return new IOException("the process that holds the archive in " + directory
                + " has ended before it had answered: what was printed is not all. Try again.");
    }

    private static InterruptedIOException interrupted(IOException cause) {
        InterruptedIOException interrupted = new InterruptedIOException("interrupted");
        interrupted.initCause(cause);
        return interrupted;
    }
}
