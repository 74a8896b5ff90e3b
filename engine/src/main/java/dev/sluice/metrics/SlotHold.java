package dev.sluice.metrics;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder: how long a subscription slot was held. */
@Name("dev.sluice.SlotHold")
@Label("Subscription slot held")
@Category("Sluice")
@StackTrace(false)
public final class SlotHold extends Event {

    @Label("Slot class")
    final String slotClass;

    private SlotHold(String slotClass) {
        this.slotClass = slotClass;
    }

    /** Starts the clock; {@code commit} stops it and records. */
    public static SlotHold begun(String slotClass) {
        SlotHold hold = new SlotHold(slotClass);
        hold.begin();
        return hold;
    }
}
