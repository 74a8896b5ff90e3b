package dev.sluice.metrics;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder: one negentropy round, from its first frame to its end. */
@Name("dev.sluice.NegentropyRound")
@Label("Negentropy round")
@Category("Sluice")
@StackTrace(false)
public final class NegentropyExchange extends Event {

    @Label("Items on our side")
    final int items;

    @Label("Frames received")
    int frames;

    @Label("Ids only there")
    long onlyThere;

    @Label("Reconciled")
    boolean done;

    private NegentropyExchange(int items) {
        this.items = items;
    }

    /** Starts the clock of a round over so many items of ours. */
    public static NegentropyExchange begun(int items) {
        NegentropyExchange round = new NegentropyExchange(items);
        round.begin();
        return round;
    }

    /** Counts a frame of the relay, and the ids that it told. */
    public void frame(long idsOnlyThere) {
        frames++;
        onlyThere += idsOnlyThere;
    }

    /** Stops the clock and records. */
    public void ended(boolean reconciled) {
        done = reconciled;
        commit();
    }
}
