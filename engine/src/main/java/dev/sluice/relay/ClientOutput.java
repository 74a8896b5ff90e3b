package dev.sluice.relay;

import dev.sluice.archive.Pace;

/** The way back to one client, given by the transport. */
public interface ClientOutput {

    /** The close code that tells a client to come again later. */
    int TRY_AGAIN_LATER = 1013;

    /**
     * Sends one text message. Blocks until the transport has written it, and not without end: a client that reads nothing
     * must make it give up. The session calls it from several threads, never from two at once.
     *
     * @return false when the client is gone; nothing is sent after that
     */
    boolean send(String text);

    /** Ends the connection; the reason is for the close frame. Blocks little. Idempotent. */
    void end(String reason);

    /** The same with a close code of one's own; a transport without codes ends all alike. */
    default void end(int code, String reason) {
        end(reason);
    }

    /** Hangs up without a close frame, where the transport can. Idempotent. */
    default void cut() {
        end("cut");
    }

    /** Who is to be told, from now on, when a sender waits for the client. A transport whose senders never wait tells nobody. */
    default void paced(Pace pace) {}
}
