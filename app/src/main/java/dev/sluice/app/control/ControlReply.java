package dev.sluice.app.control;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.SubscriptionId;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a peer is told. Any thread may tell it something; each call blocks for as long as the peer does not read, and throws
 * when the peer has gone.
 */
public final class ControlReply {

    /** Names the events of an export. */
    public static final SubscriptionId EXPORT = new SubscriptionId("export");

    private static final int BUFFER_BYTES = 1 << 16;

    private final OutputStream out;

    /** The queue of those who write: held while a line is written, so that each leaves whole. */
    private final ReentrantLock writing = new ReentrantLock(true);

    ControlReply(OutputStream out) {
        this.out = new BufferedOutputStream(out, BUFFER_BYTES);
    }

    /** Sends a message at once. */
    public void send(ControlMessage message) throws IOException {
        send(message.toString());
    }

    /** Words for a person. */
    public void say(String words) throws IOException {
        send(ControlMessage.of("SAY", words));
    }

    /** How far the work is, in words. */
    public void progress(String words) throws IOException {
        send(ControlMessage.of("PROGRESS", words));
    }

    /** A line of data. */
    public void data(String line) throws IOException {
        send(ControlMessage.of("DATA", line));
    }

    /**
     * The work has ended.
     *
     * @param code what the command that asked for it exits with
     * @param words the summary for a person
     * @param json the summary for a program
     */
    public void done(int code, List<String> words, String json) throws IOException {
        List<String> texts = new ArrayList<>(words);
        texts.addFirst(Integer.toString(code));
        send(new ControlMessage("DONE", texts, json));
    }

    /** What was asked for can't be done. */
    public void failed(String why) throws IOException {
        send(ControlMessage.of("FAILED", why));
    }

    /** Events of an export, as JSON text. */
    public void events(List<String> events) throws IOException {
        writing.lock();
        try {
            for (String event : events) {
                write(Codec.delivery(EXPORT, event));
            }
            flush();
        } finally {
            writing.unlock();
        }
    }

    /** Sends a line at once. */
    void send(String line) throws IOException {
        writing.lock();
        try {
            write(line);
            flush();
        } finally {
            writing.unlock();
        }
    }

    private void write(String line) throws PeerGoneException {
        try {
            out.write(line.getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        } catch (IOException e) {
            throw new PeerGoneException(e);
        }
    }

    private void flush() throws PeerGoneException {
        try {
            out.flush();
        } catch (IOException e) {
            throw new PeerGoneException(e);
        }
    }
}
