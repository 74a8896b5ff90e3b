package dev.sluice.relay;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.RelayMessage;
import java.util.concurrent.locks.ReentrantLock;

/** The client's output shared by the threads of a session. */
final class Outlet {

    private final ClientOutput output;
    private final Turns.Turn turn;

    /** The queue of senders: held while a message is written, so that each leaves whole. */
    private final ReentrantLock sending = new ReentrantLock(true);

    private volatile boolean gone;

    /** @param turn passed on between two messages */
    Outlet(ClientOutput output, Turns.Turn turn) {
        this.output = output;
        this.turn = turn;
        output.paced(turn);
    }

    @CanIgnoreReturnValue
    boolean send(RelayMessage message) {
        return send(Codec.encode(message));
    }

    /** False when the client is gone. */
    @CanIgnoreReturnValue
    boolean send(String text) {
        sending.lock();
        try {
            if (!gone && !output.send(text)) {
                gone = true;
            }
        } finally {
            sending.unlock();
        }
        turn.pass();
        return !gone;
    }

    /** Ends the connection; what is being written ends first. */
    void end(String reason) {
        gone = true;
        output.end(reason);
    }

    /** The same for what is no fault of the client's requests: it may come again. */
    void endForNow(String reason) {
        gone = true;
        output.end(ClientOutput.TRY_AGAIN_LATER, reason);
    }

    /** The transport has ended. */
    void left() {
        gone = true;
    }

    boolean isGone() {
        return gone;
    }
}
