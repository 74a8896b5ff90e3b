package dev.sluice.app.control;

import dev.sluice.app.text.LineReader;
import dev.sluice.archive.ArchiveException;
import dev.sluice.relay.ClientAddress;
import dev.sluice.relay.ClientConnection;
import dev.sluice.relay.ClientOutput;
import dev.sluice.relay.Relay;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One peer of the control socket: its commands are carried out, its Nostr messages answered by a relay. One thread runs it;
 * one message is answered before the next is read.
 */
final class ControlSession implements ClientOutput {

    /** Bytes of a line: a message of a client, or an event that is imported. */
    static final int MOST_LINE_BYTES = 64 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(ControlSession.class);

    /** Whoever may open the socket may do everything: it is the operator. */
    private static final ClientAddress OPERATOR = new ClientAddress("control", "control", true);

    private final Map<String, Command> commands;
    private final Relay relay;
    private final LineReader input;
    private final ControlReply reply;
    private final Closeable connection;

    // running thread only
    private @Nullable ClientConnection client;

    /**
     * A session that has not begun.
     *
     * @param commands by label
     * @param connection is closed at the end
     */
    ControlSession(Map<String, Command> commands, Relay relay, InputStream in, OutputStream out, Closeable connection) {
        this.commands = commands;
        this.relay = relay;
        this.input = new LineReader(in, MOST_LINE_BYTES);
        this.reply = new ControlReply(out);
        this.connection = connection;
    }

    /** Answers until the peer has nothing more to say, or an interrupt ends it. */
    void run() throws InterruptedException {
        try (connection) {
            for (String line = input.next(); line != null; line = input.next()) {
                if (!line.isBlank()) {
                    take(line);
                }
            }
        } catch (ClosedByInterruptException e) {
            throw new InterruptedException("a control session was told to end");
        } catch (IOException e) {
            LOG.debug("a peer of the control socket has gone", e);
        } finally {
            if (client != null) {
                client.close();
            }
        }
    }

    private void take(String line) throws IOException, InterruptedException {
        @Nullable Command command = commands.get(ControlMessage.label(line));
        if (command == null) {
            client().receive(line);
            return;
        }
        try {
            ControlMessage asked = ControlMessage.parse(line)
                    .orElseThrow(() -> new IllegalArgumentException("not a label, texts and an object: " + line));
            command.run(asked, input, reply);
        } catch (IllegalArgumentException | ArchiveException e) {
            reply.failed(String.valueOf(e.getMessage()));
        } catch (PeerGoneException e) {
            throw e;
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            reply.failed(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("a command of the control socket failed", e);
            reply.failed("a fault of the program, which the log of the process shows: " + e);
        }
    }

    /** Most peers say nothing to a relay and need no threads for what is live. */
    private ClientConnection client() {
        ClientConnection now = client;
        if (now == null) {
            now = relay.open(this, OPERATOR);
            client = now;
        }
        return now;
    }

    // what the relay says

    @Override
    public boolean send(String text) {
        try {
            reply.send(text);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void end(String reason) {
        try {
            connection.close();
        } catch (IOException e) {
            LOG.debug("a control connection did not close", e);
        }
    }
}
