package dev.sluice.metrics;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder: how long a start waited for its turn at a gate. */
@Name("dev.sluice.GateWait")
@Label("Gate wait")
@Category("Sluice")
@StackTrace(false)
public final class GateWait extends Event {

    @Label("Gate")
    final String gate;

    private GateWait(String gate) {
        this.gate = gate;
    }

    /** Starts the clock; {@code commit} stops it and records. */
    public static GateWait begun(String gate) {
        GateWait wait = new GateWait(gate);
        wait.begin();
        return wait;
    }
}
