package dev.sluice.app.cli;

import dev.sluice.app.control.Command;
import dev.sluice.app.control.ControlMessage;
import dev.sluice.app.control.ControlReply;
import dev.sluice.app.status.Rates;
import dev.sluice.app.status.Status;
import dev.sluice.app.status.StatusJson;
import dev.sluice.app.status.StatusTable;
import dev.sluice.app.text.LineReader;
import dev.sluice.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * {@code ["STATUS","json"]}, or {@code ["STATUS","text","20"]} for a person and so many relays at most. The answer takes the
 * second over which rates are measured.
 */
record StatusService(Supplier<Status> source, Time time) implements Command {

    static final String LABEL = "STATUS";

    private static final Duration MEASURE = Duration.ofSeconds(1);

    @Override
    public void run(ControlMessage asked, LineReader input, ControlReply reply)
            throws IOException, InterruptedException {
        Status before = source.get();
        long start = time.nanos();
        time.sleep(MEASURE);
        Status now = source.get();
        Rates rates = Rates.between(before, now, (time.nanos() - start) / 1e9);
        reply.send(
                asked.text(0).equals("text")
                        ? new ControlMessage(LABEL, StatusTable.lines(now, rates, Integer.parseInt(asked.text(1))), "")
                        : new ControlMessage(
                                LABEL, List.of(), StatusJson.of(now, rates).toString()));
    }
}
