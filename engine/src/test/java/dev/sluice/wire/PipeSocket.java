package dev.sluice.wire;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * An in-memory connection for tests: this end is what the engine uses, the {@link Peer} is played by a test or by a relay
 * of ours. At most 64 messages wait towards the engine, as on a real socket. Pings and silence do not exist here.
 */
public final class PipeSocket implements RelaySocket {

    private static final End BY_US = new End(Cause.CLOSED_BY_US, 1000, "closed by us");

    private final Pipe toEngine = new Pipe(Inbox.CREDIT);
    private final Pipe toPeer = new Pipe(Integer.MAX_VALUE);
    private final Peer peer;

    private PipeSocket(URI relay) {
        this.peer = new Peer(relay);
    }

    /** A connection to nobody in particular. */
    public static PipeSocket open() {
        return open(URI.create("ws://pipe.test/"));
    }

    public static PipeSocket open(URI relay) {
        return new PipeSocket(relay);
    }

    public Peer peer() {
        return peer;
    }

    @Override
    public Received receive() throws InterruptedException {
        return toEngine.take();
    }

    @Override
    public boolean send(String text) {
        return toPeer.add(text);
    }

    @Override
    public void close(Duration patience) {
        abort();
    }

    @Override
    public void abort() {
        end(BY_US);
    }

    private void end(End end) {
        // who hears of the end can't send any more
        toPeer.end(end);
        toEngine.end(end);
    }

    /** The relay's end. */
    public final class Peer {
        private final URI relay;

        private Peer(URI relay) {
            this.relay = relay;
        }

        /** What was dialled. */
        public URI relay() {
            return relay;
        }

        /** Sends; blocks while 64 messages wait. False when the connection is over. */
        public boolean text(String text) throws InterruptedException {
            return toEngine.put(text);
        }

        /** Blocks until the engine sends something or the connection is over. */
        public Received receive() throws InterruptedException {
            return toPeer.take();
        }

        /** The same for a script that expects a message: fails when the connection is over. */
        public String readText() throws InterruptedException {
            return switch (receive()) {
                case Received.Text text -> text.text();
                case Received.Ended ended -> throw new IllegalStateException("expected a message, got " + ended);
            };
        }

        /** What the engine has sent already, without waiting. */
        public Optional<Received> poll() {
            return toPeer.poll();
        }

        /** Blocks until the connection is over, whoever ended it. */
        public End awaitEnd() throws InterruptedException {
            return toPeer.awaitEnd();
        }

        public boolean ended() {
            return toPeer.ended();
        }

        /** Ends it with a close frame. */
        public void close(int code, String reason) {
            end(new End(Cause.CLOSED_BY_PEER, code, reason));
        }

        /** Ends it without one. */
        public void hangUp() {
            end(new End(Cause.CUT, InboxListener.NO_CLOSE_FRAME, "hung up"));
        }

        /** Ends it as the engine's side would see a dead peer. */
        public void fallSilent() {
            end(new End(Cause.SILENT, InboxListener.NO_CLOSE_FRAME, "silent"));
        }
    }
}
