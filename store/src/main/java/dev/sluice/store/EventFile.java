package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The file of an archive: an MVStore whose versions are made by the writer alone. Nothing in here starts a thread, and
 * nothing is written to the file between two commits.
 */
final class EventFile implements AutoCloseable {

    static final String NAME = "events.mv";

    /** Raised when an older program can't read the file any more. */
    static final int FORMAT = 2;

    /** Small pages: a random entry dirties one, and each change copies one (measured at a million events). */
    private static final int KEYS_PER_PAGE = 128;

    /**
     * MVStore writes its header, which says where the newest chunk is, only now and then, and else relies on older chunks
     * to lead there; but those may be overwritten by the next commit, for nothing is retained. With this mark in the
     * header's fields it writes it with the next chunk, without the mark.
     */
    private static final String HEADER_MARK = "clean";

    private static final String FORMAT_KEY = "format";
    private static final String ID_KEY = "id";
    private static final String SECRET_KEY = "secret";
    private static final String INDEXED_KEY = "indexed";

    private static final String REMEDY_OLDER =
            "Export it with the version that wrote it (`sluice export > events.jsonl`)"
                    + " and import the lines into a new directory (`sluice import events.jsonl`), or mirror again into one.";

    private static final String REMEDY_NEWER = "Use the version of Sluice that wrote it, or a newer one.";

    static {
        H2Settings.apply();
    }

    private final String name;
    private final MVStore store;
    private final MVMap<String, String> about;
    private final Maps maps;
    private final Terms terms;

    private EventFile(String name, MVStore store, Map<String, String> about) {
        this.name = name;
        this.store = store;
        boolean isNew = !store.hasMap(Maps.RECORDS) && !isReadOnly(store);
        this.about = Maps.openAbout(store);
        if (!isNew) {
            requireFormat();
        }
        this.maps = Maps.open(store);
        if (isNew) {
            begin(about);
        } else if (!isReadOnly(store)) {
            dropUnindexed();
        }
        byte[] secret = HexFormat.of().parseHex(about(SECRET_KEY));
        ByteBuffer words = ByteBuffer.wrap(secret);
        this.terms = new Terms(new SipHash(words.getLong(), words.getLong()));
    }

    /** Opens or makes a file. The name may have a scheme of H2's file systems in front. */
    static EventFile open(String name, int cacheMegabytes) {
        return open(name, cacheMegabytes, Map.of());
    }

    /** @param about what a new file is to say about itself, from {@link #about()} of another */
    static EventFile open(String name, int cacheMegabytes, Map<String, String> about) {
        try {
            ChunkFile file = ChunkFile.open(SealedPath.of(name), cacheMegabytes);
            return open(name, new MVStore.Builder().adoptFileStore(file), cacheMegabytes, about);
        } catch (MVStoreException e) {
            throw Faults.of(name, e);
        }
    }

    /** Opens a file to read what is left of it: pages that can't be read are taken for empty. */
    static EventFile salvage(String name) {
        MVStore.Builder builder =
                new MVStore.Builder().fileName(name).readOnly().recoveryMode();
        return open(name, builder, 16, Map.of());
    }

    /** An archive that lives in memory and ends with it. */
    static EventFile inMemory() {
        return open("in memory", new MVStore.Builder(), 1, Map.of());
    }

    private static EventFile open(String name, MVStore.Builder builder, int cacheMegabytes, Map<String, String> about) {
        MVStore store = null;
        try {
            // Disabling automatic commits stops H2's thread, but not the commits when much is unsaved.
            store = builder.autoCommitDisabled()
                    .autoCommitBufferSize(0)
                    .keysPerPage(KEYS_PER_PAGE)
                    .cacheSize(cacheMegabytes)
                    .open();
            // Freed space is used again at once: a commit is synced before the next begins, so nothing that the last
            // durable version needs is ever overwritten.
            store.setRetentionTime(0);
            store.setVersionsToKeep(0);
            return new EventFile(name, store, about);
        } catch (MVStoreException | IllegalArgumentException e) {
            abandon(store);
            throw Faults.of(name, e);
        } catch (ArchiveException e) {
            abandon(store);
            throw e;
        }
    }

    private static void abandon(@Nullable MVStore store) {
        if (store != null) {
            store.closeImmediately();
        }
    }

    private void begin(Map<String, String> whatItSays) {
        SecureRandom random = new SecureRandom();
        about.put(ID_KEY, word(random));
        about.put(SECRET_KEY, word(random));
        about.putAll(whatItSays);
        about.put(INDEXED_KEY, "0");
        about.put(FORMAT_KEY, Integer.toString(FORMAT));
        commit();
    }

    /** Asked before any other map is opened: an unknown format may not even be readable. */
    private void requireFormat() {
        String format = about(FORMAT_KEY);
        if (!format.equals(Integer.toString(FORMAT))) {
            boolean older = format.matches("[0-9]{1,9}") && Integer.parseInt(format) < FORMAT;
            throw new ArchiveException(
                    ArchiveException.Kind.UNKNOWN_FORMAT,
                    "The archive " + name + " has format " + format + "; this version of Sluice knows format " + FORMAT
                            + ". " + (older ? REMEDY_OLDER : REMEDY_NEWER));
        }
    }

    private static boolean isReadOnly(MVStore store) {
        return store.getFileStore() != null && store.getFileStore().isReadOnly();
    }

    private static String word(SecureRandom random) {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private String about(String key) {
        String value = about.get(key);
        if (value == null) {
            throw new IllegalArgumentException("it does not say its " + key);
        }
        return value;
    }

    /** What the file says about itself. */
    Map<String, String> about() {
        return Map.copyOf(about);
    }

    String name() {
        return name;
    }

    /** The random id that tells this archive from every other. */
    String id() {
        return about(ID_KEY);
    }

    MVStore store() {
        return store;
    }

    Maps maps() {
        return maps;
    }

    Terms terms() {
        return terms;
    }

    /** Makes all changes since the last commit one durable version. Blocks for the disk. */
    void commit() {
        writeChunk();
        if (store.getFileStore() != null) {
            store.sync();
        }
    }

    /**
     * Writes the records of a group ahead of its indexes, into a chunk of their own. Most of a group's index pages are
     * replaced by the next group's; in one chunk with records, which stay, they would keep their space. Should the group
     * not be completed, the records go at the next opening.
     */
    void writeRecordsAhead() {
        writeChunk();
    }

    /** Says that records up to a sequence number have their indexes. Counts with the next commit. */
    void indexed(long seq) {
        about.put(INDEXED_KEY, Long.toString(seq));
    }

    private void dropUnindexed() {
        long indexed = Long.parseLong(about(INDEXED_KEY));
        Long last = maps.records().lastKey();
        if (last == null || last <= indexed) {
            return;
        }
        for (; last != null && last > indexed; last = maps.records().lastKey()) {
            maps.records().remove(last);
            maps.heads().remove(last);
        }
        commit();
    }

    private void writeChunk() {
        FileStore<?> file = store.getFileStore();
        if (file == null) {
            store.commit();
        } else {
            file.getStoreHeader().put(HEADER_MARK, 1);
            store.commit();
            file.getStoreHeader().remove(HEADER_MARK);
        }
    }

    long bytes() {
        FileStore<?> file = store.getFileStore();
        return file == null ? 0 : file.size();
    }

    /** How much of the file's chunks is alive, in percent. */
    int fillRate() {
        FileStore<?> file = store.getFileStore();
        return file == null ? 100 : Math.min(file.getChunksFillRate(), file.getFillRate());
    }

    /**
     * Rewrites what lives in chunks with much dead in them, if all chunks together are filled below a rate. Commits.
     *
     * @param step bytes to rewrite at most; chunks with more live bytes are left alone
     * @return whether there was anything to rewrite
     */
    boolean rewrite(int targetFillRate, int step) {
        boolean rewritten = store.compact(targetFillRate, step);
        commit();
        return rewritten;
    }

    /**
     * Moves chunks from the end of the file into gaps, if the file is filled below a rate.
     *
     * @param step bytes to move, or what the last chunk takes if that is more: as long as it stays, so does all before it
     */
    void moveLast(int targetFillRate, int step) {
        if (store.getFileStore() instanceof ChunkFile chunks) {
            chunks.compactMoveChunks(targetFillRate, Math.max(step, chunks.end().bytes()), store);
            commit();
        }
    }

    /**
     * Rewrites what lives in the last chunk, if that is filled below a rate: smaller, it may fit into a gap. Commits.
     *
     * @param step the chunk is left alone if more bytes live in it
     * @return whether it was rewritten
     */
    boolean rewriteLast(int targetFillRate, int step) {
        if (store.getFileStore() instanceof ChunkFile chunks
                && chunks.getFillRate() < targetFillRate
                && chunks.end().fillRate() < targetFillRate
                && chunks.end().liveBytes() <= step) {
            chunks.rewriteLast(store, step);
            commit();
            return true;
        }
        return false;
    }

    @Override
    public void close() {
        store.close();
    }
}
