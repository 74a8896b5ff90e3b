package dev.sluice.store;

import java.util.List;
import org.h2.mvstore.MVMap;
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

        @Override
        void read(Maps maps, List<Long> seqs, Sink sink) {
            each(maps.heads(), seqs, (place, seq, head) -> sink.read(place, new Found(seq, head)));
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

        @Override
        void read(Maps maps, List<Long> seqs, Sink sink) {
            each(maps.records(), seqs, (place, seq, record) -> sink.read(place, new Found(seq, record)));
        }
    };

    /** Told of events that were read. */
    @FunctionalInterface
    interface Sink {

        /** @param place of the sequence number among those that were asked for */
        void read(int place, Found found);
    }

    /** Null when there is no such event. */
    abstract @Nullable Found read(Maps maps, long seq);

    /** Reads the events of sequence numbers in ascending order, as far as there are any. */
    abstract void read(Maps maps, List<Long> seqs, Sink sink);

    private static <V> void each(MVMap<Long, V> map, List<Long> seqs, Descent.Sink<Long, V> sink) {
        Descent.ceilings(map, seqs, (place, seq, value) -> {
            if (seq.equals(seqs.get(place))) {
                sink.found(place, seq, value);
            }
        });
    }
}
