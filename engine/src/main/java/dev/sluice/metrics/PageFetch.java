package dev.sluice.metrics;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder: one page of history, from its request to its durable end. */
@Name("dev.sluice.PageFetch")
@Label("Page of history")
@Category("Sluice")
@StackTrace(false)
public final class PageFetch extends Event {

    @Label("Limit asked")
    final int limit;

    @Label("Raw events")
    int events;

    private PageFetch(int limit) {
        this.limit = limit;
    }

    /** Starts the clock of a page that asks for so many events. */
    public static PageFetch begun(int limit) {
        PageFetch page = new PageFetch(limit);
        page.begin();
        return page;
    }

    /** Stops the clock and records. */
    public void ended(int rawEvents) {
        events = rawEvents;
        commit();
    }
}
