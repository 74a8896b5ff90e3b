package dev.sluice.store;

import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Standing;
import dev.sluice.nostr.EventId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.h2.mvstore.MVMap;

/**
 * Brings a group's changes into the maps of the file. Keys go in sorted order, so that neighbours in a page are changed
 * one after the other. Writer thread only.
 */
final class GroupWriter {

    /** What peers can make us remember is bounded: about 50 MB. What is forgotten is judged again when it comes. */
    static final int MOST_GONE = 1_000_000;

    /** From so many events on a second chunk, and so a second wait for the disk, is worth its cost. */
    static final int LARGE = 1_000;

    private final EventFile file;
    private final Maps maps;
    private final Terms terms;
    private final int mostGone;
    private final RefusalWriter refusals;
    private long nextSeq;

    GroupWriter(EventFile file) {
        this(file, MOST_GONE, Refusals.MOST_PER_RELAY);
    }

    GroupWriter(EventFile file, int mostGone, int mostRefusals) {
        this.file = file;
        this.maps = file.maps();
        this.mostGone = mostGone;
        this.terms = file.terms();
        this.refusals = new RefusalWriter(maps, mostRefusals);
        Long last = maps.records().lastKey();
        this.nextSeq = last == null ? 1 : last + 1;
    }

    /** Readers must not be shown anything before the commit that follows. */
    void write(Overlay overlay) {
        List<SortedPostings.NumberedEvent> added = addRecords(overlay.added());
        if (added.size() >= LARGE) {
            file.writeRecordsAhead();
        }
        for (long seq : overlay.removed().keySet()) {
            remove(seq);
        }
        addIndexes(added);
        SortedMap<byte[], Address> addresses = new TreeMap<>(maps.addresses().getKeyType());
        overlay.addresses().forEach((coordinate, address) -> addresses.put(Address.key(coordinate), address));
        addresses.forEach(maps.addresses()::put);
        new TreeSet<>(overlay.marks()).forEach(mark -> maps.marks().put(mark, Boolean.TRUE));
        new TreeMap<>(overlay.vanished()).forEach(maps.vanished()::put);
        SortedMap<EventId, Standing.Gone> gone = new TreeMap<>(overlay.gone());
        gone.forEach(maps.gone()::put);
        forget(gone.keySet());
    }

    /** Above the bound each new one drives out its neighbour: ids are hashes, so that is anyone, with no order to keep. */
    private void forget(Collection<EventId> latest) {
        for (EventId id : latest) {
            if (maps.gone().sizeAsLong() <= mostGone) {
                return;
            }
            EventId next = maps.gone().higherKey(id);
            maps.gone().remove(next == null ? maps.gone().firstKey() : next);
        }
    }

    void write(List<CoverageEntry> coverage, List<Refusals> refused) {
        coverage.forEach(entry -> maps.coverage().put(CoverageRecord.key(entry.key()), entry.coverage()));
        refused.forEach(refusals::write);
    }

    private List<SortedPostings.NumberedEvent> addRecords(Collection<Prepared> events) {
        List<SortedPostings.NumberedEvent> numbered = new ArrayList<>(events.size());
        for (Prepared event : events) {
            long seq = nextSeq++;
            maps.records().put(seq, event.record());
            maps.heads().put(seq, event.head());
            numbered.add(new SortedPostings.NumberedEvent(event, seq));
        }
        return numbered;
    }

    private void addIndexes(List<SortedPostings.NumberedEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        IdEntry[] ids = new IdEntry[events.size()];
        for (int i = 0; i < ids.length; i++) {
            SortedPostings.NumberedEvent numbered = events.get(i);
            Head head = numbered.event().head();
            if (head.expiry() != Head.NEVER) {
                maps.expiries().put(new Expiry(head.expiry(), numbered.seq()), Boolean.TRUE);
            }
            ids[i] = new IdEntry(head.id().w0(), numbered.seq());
        }
        Arrays.sort(ids);
        addAll(maps.ids(), ids);
        addAll(maps.postings(), SortedPostings.of(events));
        file.indexed(nextSeq - 1);
    }

    private static <K> void addAll(MVMap<K, Boolean> map, K[] keys) {
        for (K key : keys) {
            map.put(key, Boolean.TRUE);
        }
    }

    private void remove(long seq) {
        byte[] record = maps.records().remove(seq);
        if (record == null) {
            throw new IllegalArgumentException("event " + seq + " has no record");
        }
        Prepared event = Prepared.of(record, terms);
        maps.heads().remove(seq);
        maps.ids().remove(new IdEntry(event.id().w0(), seq));
        if (event.head().expiry() != Head.NEVER) {
            maps.expiries().remove(new Expiry(event.head().expiry(), seq));
        }
        for (long term : event.terms()) {
            maps.postings().remove(Posting.of(term, event.head().createdAt(), event.id(), seq));
        }
    }
}
