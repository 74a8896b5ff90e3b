package dev.sluice.store;

import org.jspecify.annotations.Nullable;

/** How much of an event is read when an index leads to it. */
enum Depth {
    /** Its head: cheaper where many events are passed over. */
    HEADS {
        @Override
        @Nullable
        Found read(Maps maps, long seq) {
            Head head = maps.heads().get(seq);
            return head == null ? null : new Found(seq, head);
        }
    },
    /** All of it: one look-up less where nearly all events are asked for whole. */
    RECORDS {
        @Override
        @Nullable
        Found read(Maps maps, long seq) {
            byte[] record = maps.records().get(seq);
            return record == null ? null : new Found(seq, record);
        }
    };

    /** Null when there is no such event. */
    abstract @Nullable Found read(Maps maps, long seq);
}
