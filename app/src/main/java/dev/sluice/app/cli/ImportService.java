package dev.sluice.app.cli;

import dev.sluice.app.control.Command;
import dev.sluice.app.control.ControlMessage;
import dev.sluice.app.control.ControlReply;
import dev.sluice.app.text.LineReader;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Verdict;
import dev.sluice.intake.Import;
import dev.sluice.intake.Policies;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * {@code ["IMPORT","verify","hide"]}: all lines that follow, up to the end of the input, are events. Instead of "verify"
 * may stand "trust", and instead of "hide" "show", which tells of each refused line.
 */
record ImportService(EventArchive archive) implements Command {

    static final String LABEL = "IMPORT";

    @Override
    public void run(ControlMessage asked, LineReader input, ControlReply reply)
            throws IOException, InterruptedException {
        boolean verify = asked.text(0).equals("verify");
        boolean show = asked.text(1).equals("show");
        ImportTally tally =
                new ImportTally(show ? (line, refusal) -> show(line, refusal, reply) : (line, refusal) -> {});
        Import job = new Import(archive, Policies.imported(), verify, Wiring.workers());
        try {
            tally.verdicts(job.run(input::next, tally));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        reply.done(Exit.DONE, tally.words(), tally.json().toString());
    }

    private static void show(long line, Verdict.Refused refusal, ControlReply reply) {
        try {
            reply.say(ImportTally.words(line, refusal));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
