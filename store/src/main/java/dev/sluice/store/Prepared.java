package dev.sluice.store;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;

/**
 * An event with all that can be computed of it before the writer's turn. Made on the thread of who hands the event over,
 * so that the writer does less.
 */
final class Prepared {

    private final Event event;
    private final Head head;
    private final byte[] record;
    private final long[] terms;

    private Prepared(Event event, byte[] record, long[] terms) {
        this.event = event;
        this.record = record;
        this.terms = terms;
        this.head = Head.of(event);
    }

    static Prepared of(Event event, Terms terms) {
        return new Prepared(event, EventRecord.encode(event), terms.of(event));
    }

    static Prepared of(byte[] record, Terms terms) {
        Event event = EventRecord.decode(record);
        return new Prepared(event, record, terms.of(event));
    }

    Event event() {
        return event;
    }

    EventId id() {
        return event.id();
    }

    Head head() {
        return head;
    }

    /** Not to be changed. */
    byte[] record() {
        return record;
    }

    /** Not to be changed. */
    long[] terms() {
        return terms;
    }
}
