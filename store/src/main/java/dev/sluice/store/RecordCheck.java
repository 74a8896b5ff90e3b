package dev.sluice.store;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds one record against all indexes.
 *
 * @param event null when the record can't be read
 * @param postings how many entries of the inverted index belong to it
 * @param expires whether it stands among those that expire
 */
record RecordCheck(long seq, @Nullable Event event, int postings, boolean expires, List<String> faults) {

    RecordCheck {
        faults = List.copyOf(faults);
    }

    static RecordCheck of(Maps maps, Terms terms, long seq, byte[] record) {
        Prepared prepared;
        try {
            prepared = Prepared.of(record, terms);
        } catch (IllegalArgumentException e) {
            return new RecordCheck(seq, null, 0, false, List.of("record " + seq + " can't be read: " + e.getMessage()));
        }
        List<String> faults = new ArrayList<>();
        indexes(maps, prepared, seq, faults);
        rules(maps, prepared.event(), faults);
        boolean expires = prepared.head().expiry() != Head.NEVER;
        return new RecordCheck(seq, prepared.event(), prepared.terms().length, expires, faults);
    }

    private static void indexes(Maps maps, Prepared event, long seq, List<String> faults) {
        Head head = event.head();
        if (!head.equals(maps.heads().get(seq))) {
            faults.add("event " + event.id() + " has no or another head");
        }
        if (!maps.ids().containsKey(new IdEntry(event.id().w0(), seq))) {
            faults.add("event " + event.id() + " is not found by its id");
        }
        for (long term : event.terms()) {
            if (!maps.postings().containsKey(Posting.of(term, head.createdAt(), event.id(), seq))) {
                faults.add("event " + event.id() + " lacks an entry of the inverted index");
            }
        }
        if (head.expiry() != Head.NEVER && !maps.expiries().containsKey(new Expiry(head.expiry(), seq))) {
            faults.add("event " + event.id() + " is not noted to expire");
        }
    }

    private static void rules(Maps maps, Event event, List<String> faults) {
        event.coordinate().ifPresent(coordinate -> {
            Address address = maps.addresses().get(Address.key(coordinate));
            if (address == null || !address.id().equals(event.id())) {
                faults.add("event " + event.id() + " is not the best version of its address");
            }
        });
        boolean deletable = event.kind() != Kind.DELETION && event.kind() != Kind.VANISH;
        if (deletable && maps.marks().containsKey(new Mark(event.id(), event.pubkey()))) {
            faults.add("event " + event.id() + " was deleted by its author");
        }
    }
}
