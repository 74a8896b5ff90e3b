package dev.sluice.metrics;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder: a relay's refusal, and what it called for. The relay's own words are in the log. */
@Name("dev.sluice.Refusal")
@Label("Refusal")
@Category("Sluice")
@StackTrace(false)
public final class RefusalRecord extends Event {

    @Label("Reaction")
    final String reaction;

    private RefusalRecord(String reaction) {
        this.reaction = reaction;
    }

    /** Records a refusal that came now. */
    public static void made(String reaction) {
        new RefusalRecord(reaction).commit();
    }
}
