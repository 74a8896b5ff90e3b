package dev.sluice.store;

import dev.sluice.nostr.Event;
import org.jspecify.annotations.Nullable;

/** How much of an event is read when an index leads to it. */
enum Depth {
    /** Its head: cheaper where many events are passed over. */
    HEADS {
        @Override
        @Nullable
        Found read(Maps maps, long seq) {
            Head head = maps.heads().get(seq);
            return head == null ? null : new Found(seq, head, null);
        }
    },
    /** All of it: one look-up less where nearly all events are asked for whole. */
    BODIES {
        @Override
        @Nullable
        Found read(Maps maps, long seq) {
            Event event = maps.event(seq);
            return event == null ? null : new Found(seq, Head.of(event), event);
        }
    };

    /** Null when there is no such event. */
    abstract @Nullable Found read(Maps maps, long seq);
}
