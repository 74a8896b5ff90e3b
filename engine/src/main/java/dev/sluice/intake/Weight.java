package dev.sluice.intake;

import dev.sluice.nostr.Event;
import java.util.List;

/** What an event weighs in memory, roughly: enough to bound a queue in bytes. */
final class Weight {

    /** Id, key, signature, numbers and the queue's own entry. */
    private static final int BASE_BYTES = 400;

    /** One string or list with its header. */
    private static final int OBJECT_BYTES = 40;

    private Weight() {}

    static int of(Event event) {
        int bytes = BASE_BYTES + event.content().length();
        for (List<String> tag : event.tags()) {
            bytes += OBJECT_BYTES;
            for (String element : tag) {
                bytes += OBJECT_BYTES + element.length();
            }
        }
        return bytes;
    }
}
