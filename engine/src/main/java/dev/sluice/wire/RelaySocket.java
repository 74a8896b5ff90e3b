package dev.sluice.wire;

import java.time.Duration;

/** One WebSocket as blocking calls over whole text messages. One thread receives; any thread may send. */
public interface RelaySocket {

    /** The next message, or how the connection ended. Blocks; an interrupt consumes nothing. */
    Received receive() throws InterruptedException;

    /** What was received. */
    sealed interface Received {
        /** One whole text message. */
        record Text(String text) implements Received {}

        /** The connection is over; every later receive says the same. */
        record Ended(End end) implements Received {}
    }

    /**
     * Why a connection ended.
     *
     * @param code the close code when there was a close frame, else 1006
     * @param detail words for a person
     */
    record End(Cause cause, int code, String detail) {}

    /** The kinds of end. */
    enum Cause {
        /** The peer sent a close frame. */
        CLOSED_BY_PEER,
        /** The peer hung up without one, or the network failed. */
        CUT,
        /** The peer broke the protocol or sent a message over our cap. */
        PROTOCOL,
        /** Nothing came for two ping intervals. */
        SILENT,
        /** A send did not end in time. */
        SEND_TIMEOUT,
        /** We ended it. */
        CLOSED_BY_US
    }

    /**
     * Sends one message; senders take turns in order. Blocks until the JDK has taken it, at most the send timeout; not
     * ended by an interrupt, whose flag stays set.
     *
     * @return false when the connection is over
     */
    boolean send(String text);

    /** Sends a close frame, waits a little for the peer's, then cuts. Idempotent. */
    void close(Duration patience);

    /** Cuts at once. Idempotent. */
    void abort();
}
