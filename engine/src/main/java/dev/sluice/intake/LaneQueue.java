package dev.sluice.intake;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;

/** What waits on one lane; guarded by the lock of {@link Lanes}. */
final class LaneQueue {

    /** In the order of arrival. */
    final ArrayDeque<Queued> waiting = new ArrayDeque<>();

    private final Condition room;

    private int reservedEvents;
    private long reservedBytes;
    private boolean closed;

    LaneQueue(Condition room) {
        this.room = room;
    }

    /** Signalled when something was taken. */
    Condition room() {
        return room;
    }

    /** One event always fits an empty lane, whatever it weighs. */
    boolean fits(int weight) {
        return reservedEvents == 0 || (reservedEvents < Lane.MAX_EVENTS && reservedBytes + weight <= Lane.MAX_BYTES);
    }

    void reserve(int weight) {
        reservedEvents++;
        reservedBytes += weight;
    }

    void release(int weight) {
        reservedEvents--;
        reservedBytes -= weight;
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    /** Whether nothing waits and nothing can come. */
    boolean isOver() {
        return closed && reservedEvents == 0;
    }

    int events() {
        return reservedEvents;
    }

    long bytes() {
        return reservedBytes;
    }
}
