package dev.sluice.metrics;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder: how long subscription slots were waited for, and whether they were granted. */
@Name("dev.sluice.Admission")
@Label("Slot admission")
@Category("Sluice")
@StackTrace(false)
public final class SlotAdmission extends Event {

    @Label("Slot class")
    final String slotClass;

    @Label("Slots")
    final int slots;

    @Label("Granted")
    boolean granted;

    private SlotAdmission(String slotClass, int slots) {
        this.slotClass = slotClass;
        this.slots = slots;
    }

    /** Starts the clock of a demand for so many slots. */
    public static SlotAdmission begun(String slotClass, int slots) {
        SlotAdmission admission = new SlotAdmission(slotClass, slots);
        admission.begin();
        return admission;
    }

    /** Stops the clock and records. */
    public void ended(boolean slotsGranted) {
        granted = slotsGranted;
        commit();
    }
}
