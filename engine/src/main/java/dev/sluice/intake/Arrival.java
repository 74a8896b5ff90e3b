package dev.sluice.intake;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import org.jspecify.annotations.Nullable;

/** An event that was just accepted, on its way to listeners; encoded once for all of them. */
public final class Arrival {

    private final Event event;
    private final int weight;

    // written by any listener's thread; all would write the same text
    private @Nullable String json;

    Arrival(Event event) {
        this.event = event;
        this.weight = Weight.of(event);
    }

    public Event event() {
        return event;
    }

    /** What it weighs in memory, in bytes, roughly. */
    public int weight() {
        return weight;
    }

    /** The event's JSON. */
    public String json() {
        String text = json;
        if (text == null) {
            text = Codec.encode(event);
            json = text;
        }
        return text;
    }
}
