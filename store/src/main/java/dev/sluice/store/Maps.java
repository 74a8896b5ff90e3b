package dev.sluice.store;

import dev.sluice.archive.Coverage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.PublicKey;
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
 * @param about format number, archive id, secret of the terms
 * @param records sequence number to {@link EventRecord}; all that follows up to {@code expiries} can be made from it
 * @param heads sequence number to head
 * @param addresses {@link Address#key} to what is known of the address
 * @param marks deletions by id; true when the author's event itself has been met
 * @param vanished author to the second of the last request to vanish
 * @param bases relay and base filter to the number under which refusals stand
 */
record Maps(
        MVMap<String, String> about,
        MVMap<Long, byte[]> records,
        MVMap<Long, Head> heads,
        MVMap<IdEntry, Boolean> ids,
        MVMap<Posting, Boolean> postings,
        MVMap<Expiry, Boolean> expiries,
        MVMap<byte[], Address> addresses,
        MVMap<Mark, Boolean> marks,
        MVMap<PublicKey, Long> vanished,
        MVMap<String, Coverage> coverage,
        MVMap<String, Integer> bases,
        MVMap<RefusalKey, RefusalKey.Refused> refusals) {

    private static final PageType<PublicKey> KEY = new PageType<>(
            "key", PublicKey::compareTo, key -> Fields.WORDS_MEMORY, Fields::write, Fields::key, PublicKey[]::new);

    private static final PageType<Boolean> FLAG = PageType.ofValues(
            "flag",
            value -> 0,
            (buffer, value) -> buffer.put((byte) (value ? 1 : 0)),
            buffer -> buffer.get() != 0,
            Boolean[]::new);

    static Maps open(MVStore store) {
        LongDataType seq = LongDataType.INSTANCE;
        StringDataType text = StringDataType.INSTANCE;
        ByteArrayDataType bytes = ByteArrayDataType.INSTANCE;
        return new Maps(
                store.openMap(
                        "about",
                        new MVMap.Builder<String, String>().keyType(text).valueType(text)),
                store.openMap(
                        "records",
                        new MVMap.Builder<Long, byte[]>().keyType(seq).valueType(bytes)),
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
                        new MVMap.Builder<Mark, Boolean>().keyType(Mark.TYPE).valueType(FLAG)),
                store.openMap(
                        "vanished",
                        new MVMap.Builder<PublicKey, Long>().keyType(KEY).valueType(seq)),
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
                about.openVersion(version),
                records.openVersion(version),
                heads.openVersion(version),
                ids.openVersion(version),
                postings.openVersion(version),
                expiries.openVersion(version),
                addresses.openVersion(version),
                marks.openVersion(version),
                vanished.openVersion(version),
                coverage.openVersion(version),
                bases.openVersion(version),
                refusals.openVersion(version));
    }

    /** A held event. */
    @Nullable
    Found find(EventId id) {
        Cursor<IdEntry, Boolean> entries = ids.cursor(new IdEntry(id.w0(), 0));
        while (entries.hasNext()) {
            IdEntry entry = entries.next();
            if (entry.prefix() != id.w0()) {
                return null;
            }
            Head head = heads.get(entry.seq());
            if (head != null && head.id().equals(id)) {
                return new Found(entry.seq(), head);
            }
        }
        return null;
    }

    /** Whether the author of an event that was met has asked for its deletion. */
    boolean deleted(EventId id) {
        Cursor<Mark, Boolean> all = marks.cursor(new Mark(id, new PublicKey(0, 0, 0, 0)));
        while (all.hasNext() && all.next().id().equals(id)) {
            if (all.getValue()) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    Event event(long seq) {
        byte[] record = records.get(seq);
        return record == null ? null : EventRecord.decode(record);
    }
}
