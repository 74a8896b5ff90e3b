package dev.sluice.app.control;

import dev.sluice.app.text.LineReader;
import java.io.IOException;

/** What a peer of the control socket may ask for beside Nostr messages. */
@FunctionalInterface
public interface Command {

    /**
     * Does it and answers, on the thread of the peer's session: the peer's next message waits. An
     * {@link IllegalArgumentException} tells the peer what is wrong with what it asked.
     *
     * @param input what the peer says after this, for a command that takes more than a message
     */
    void run(ControlMessage asked, LineReader input, ControlReply reply) throws IOException, InterruptedException;
}
