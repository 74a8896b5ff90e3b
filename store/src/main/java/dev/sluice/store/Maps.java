package dev.sluice.store;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.Standing;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.PublicKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.IntegerDataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;

/**
 * The maps of the event file, either live (writer thread only) or as one committed version had them.
 *
 * @param records sequence number to {@link EventRecord}; all that follows up to {@code expiries} can be made from it
 * @param heads sequence number to head
 * @param addresses {@link Address#key} to what is known of the address
 * @param marks deletions by id
 * @param vanished author to the second of the last request to vanish
 * @param gone ids of events that were met and are not or no more held; bounded, so not all of them
 * @param bases relay and base filter to the number under which refusals stand
 */
record Maps(
        MVMap<Long, byte[]> records,
        MVMap<Long, Head> heads,
        MVMap<IdEntry, Boolean> ids,
        MVMap<Posting, Boolean> postings,
        MVMap<Expiry, Boolean> expiries,
        MVMap<byte[], Address> addresses,
        MVMap<Mark, Boolean> marks,
        MVMap<PublicKey, Long> vanished,
        MVMap<EventId, Standing.Gone> gone,
        MVMap<String, Coverage> coverage,
        MVMap<String, Integer> bases,
        MVMap<RefusalKey, RefusalKey.Refused> refusals) {

    private static final PageType<PublicKey> KEY = new PageType<>(
            "key", PublicKey::compareTo, key -> Fields.WORDS_MEMORY, Fields::write, Fields::key, PublicKey[]::new);

    private static final PageType<EventId> ID = new PageType<>(
            "eventId", EventId::compareTo, id -> Fields.WORDS_MEMORY, Fields::write, Fields::id, EventId[]::new);

    static final String RECORDS = "records";

    /** Format number, archive id, secret of the terms: the map that tells whether the others can be read. */
    static MVMap<String, String> openAbout(MVStore store) {
        StringDataType text = StringDataType.INSTANCE;
        return store.openMap(
                "about", new MVMap.Builder<String, String>().keyType(text).valueType(text));
    }

    static Maps open(MVStore store) {
        LongDataType seq = LongDataType.INSTANCE;
        StringDataType text = StringDataType.INSTANCE;
        ByteArrayDataType bytes = ByteArrayDataType.INSTANCE;
        return new Maps(
                store.openMap(
                        RECORDS, new MVMap.Builder<Long, byte[]>().keyType(seq).valueType(bytes)),
                store.openMap(
                        "heads", new MVMap.Builder<Long, Head>().keyType(seq).valueType(Head.TYPE)),
                store.openMap(
                        "ids",
                        new MVMap.Builder<IdEntry, Boolean>()
                                .keyType(IdType.INSTANCE)
                                .valueType(NothingType.INSTANCE)),
                store.openMap(
                        "postings",
                        new MVMap.Builder<Posting, Boolean>()
                                .keyType(PostingType.INSTANCE)
                                .valueType(NothingType.INSTANCE)),
                store.openMap(
                        "expiries",
                        new MVMap.Builder<Expiry, Boolean>()
                                .keyType(Expiry.TYPE)
                                .valueType(NothingType.INSTANCE)),
                store.openMap(
                        "addresses",
                        new MVMap.Builder<byte[], Address>().keyType(bytes).valueType(Address.TYPE)),
                store.openMap(
                        "marks",
                        new MVMap.Builder<Mark, Boolean>().keyType(Mark.TYPE).valueType(NothingType.INSTANCE)),
                store.openMap(
                        "vanished",
                        new MVMap.Builder<PublicKey, Long>().keyType(KEY).valueType(seq)),
                store.openMap(
                        "gone",
                        new MVMap.Builder<EventId, Standing.Gone>().keyType(ID).valueType(GoneType.INSTANCE)),
                store.openMap(
                        "coverage",
                        new MVMap.Builder<String, Coverage>().keyType(text).valueType(CoverageRecord.TYPE)),
                store.openMap(
                        "bases",
                        new MVMap.Builder<String, Integer>().keyType(text).valueType(IntegerDataType.INSTANCE)),
                store.openMap(
                        "refusals",
                        new MVMap.Builder<RefusalKey, RefusalKey.Refused>()
                                .keyType(RefusalKey.TYPE)
                                .valueType(RefusalKey.Refused.TYPE)));
    }

    /** The same maps, fixed as they are in the store's current version. */
    Maps at(long version) {
        return new Maps(
                records.openVersion(version),
                heads.openVersion(version),
                ids.openVersion(version),
                postings.openVersion(version),
                expiries.openVersion(version),
                addresses.openVersion(version),
                marks.openVersion(version),
                vanished.openVersion(version),
                gone.openVersion(version),
                coverage.openVersion(version),
                bases.openVersion(version),
                refusals.openVersion(version));
    }

    /** A held event. */
    @Nullable
    Found find(EventId id) {
        return find(id, Depth.HEADS);
    }

    @Nullable
    Found find(EventId id, Depth depth) {
        Cursor<IdEntry, Boolean> entries = ids.cursor(new IdEntry(id.w0(), 0));
        while (entries.hasNext()) {
            IdEntry entry = entries.next();
            if (entry.prefix() != id.w0()) {
                return null;
            }
            Found found = depth.read(this, entry.seq());
            if (found != null && found.head().id().equals(id)) {
                return found;
            }
        }
        return null;
    }

    /**
     * The held events of ids.
     *
     * @param ids in ascending order
     * @return one place for each id, null where there is no such event
     */
    @Nullable
    Found[] find(List<EventId> ids, Depth depth) {
        List<Candidate> candidates = new ArrayList<>(ids.size());
        List<IdEntry> keys = ids.stream().map(id -> new IdEntry(id.w0(), 0)).toList();
        Descent.ceilings(this.ids, keys, (place, entry, nothing) -> {
            if (entry.prefix() == ids.get(place).w0()) {
                candidates.add(new Candidate(entry.seq(), place));
            }
        });
        candidates.sort(Comparator.comparingLong(Candidate::seq));
        @Nullable Found[] all = new @Nullable Found[ids.size()];
        List<Long> seqs = candidates.stream().map(Candidate::seq).toList();
        depth.read(this, seqs, (at, found) -> {
            int place = candidates.get(at).place();
            EventId id = ids.get(place);
            // other events may have the same prefix
            all[place] = found.head().id().equals(id) ? found : find(id, depth);
        });
        return all;
    }

    /** The heads of the events of ids in any order; null for an id without one. */
    Map<EventId, @Nullable Found> heads(Stream<EventId> anyIds) {
        List<EventId> sorted = anyIds.sorted().distinct().toList();
        @Nullable Found[] found = find(sorted, Depth.HEADS);
        Map<EventId, @Nullable Found> heads = new HashMap<>();
        for (int i = 0; i < found.length; i++) {
            heads.put(sorted.get(i), found[i]);
        }
        return heads;
    }

    /** What the index says of the id at a place. */
    private record Candidate(long seq, int place) {}

    /** What is known of an id at a second. */
    Standing standing(EventId id, @Nullable Found found, long now) {
        if (found == null) {
            Standing.Gone known = gone.get(id);
            return known == null ? new Standing.Unknown() : known;
        }
        long createdAt = found.head().createdAt();
        return found.head().expired(now)
                ? new Standing.Gone(createdAt, Standing.Cause.EXPIRED)
                : new Standing.Held(createdAt);
    }

    @Nullable
    Event event(long seq) {
        byte[] record = records.get(seq);
        return record == null ? null : EventRecord.decode(record);
    }
}
