package dev.sluice.app.cli;

import dev.sluice.app.config.ConfigurationChange;
import dev.sluice.app.config.ConfigurationException;
import dev.sluice.app.control.Command;
import dev.sluice.app.control.ControlMessage;
import dev.sluice.app.control.ControlReply;
import dev.sluice.app.text.JsonObject;
import dev.sluice.app.text.LineReader;
import java.io.IOException;
import java.util.List;

/** {@code ["RELOAD"]}: the command that holds the directory takes up its changed configuration. */
record ReloadService(Reload reload) implements Command {

    static final String LABEL = "RELOAD";

    @Override
    public void run(ControlMessage asked, LineReader input, ControlReply reply)
            throws IOException, InterruptedException {
        try {
            ConfigurationChange change = reload.now();
            JsonObject json =
                    new JsonObject().texts("applied", change.applied()).texts("needs_restart", change.waiting());
            reply.done(Exit.DONE, List.of(change.words()), json.toString());
        } catch (ConfigurationException | UsageException wrong) {
            reply.say("sluice: nothing was taken up: " + wrong.getMessage());
            reply.done(Exit.USAGE, List.of(), "{}");
        }
    }
}
