package dev.sluice.app.cli;

import dev.sluice.app.control.Command;
import dev.sluice.app.control.ControlMessage;
import dev.sluice.app.control.ControlReply;
import dev.sluice.app.text.LineReader;
import java.io.IOException;

/** {@code ["STOP"]}: the command that holds the directory ends as by a signal. */
record StopService(Thread command) implements Command {

    static final String LABEL = "STOP";

    @Override
    @SuppressWarnings("Interruption") // the thread of a command has no other owner, and an interrupt is how it ends
    public void run(ControlMessage asked, LineReader input, ControlReply reply) throws IOException {
        reply.send(ControlMessage.of(
                "STOPPING", Long.toString(ProcessHandle.current().pid())));
        command.interrupt();
    }
}
