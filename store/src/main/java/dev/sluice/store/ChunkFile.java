package dev.sluice.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.SFChunk;
import org.h2.mvstore.SingleFileStore;
import org.jspecify.annotations.Nullable;

/**
 * The file below MVStore, which here moves chunks from the end of the file first: only then does it become shorter.
 * Its chunks are changed by the writer thread only.
 */
final class ChunkFile extends SingleFileStore {

    private boolean onlyLast;

    private final ReentrantLock keeping = new ReentrantLock();

    @GuardedBy("keeping")
    private int keepers;

    private ChunkFile(int cacheMegabytes) {
        super(Map.of("cacheSize", cacheMegabytes));
    }

    /** The name may have a scheme of H2's file systems in front. Closed with the MVStore that adopts it. */
    static ChunkFile open(String name, int cacheMegabytes) {
        ChunkFile file = new ChunkFile(cacheMegabytes);
        file.open(name, false, null);
        return file;
    }

    /**
     * From now on new chunks go to the end of the file and nothing is overwritten, moved or cut off, until this was
     * followed by as many {@link #release}. Any thread.
     */
    void keep() {
        keeping.lock();
        try {
            keepers++;
            setReuseSpace(false);
        } finally {
            keeping.unlock();
        }
    }

    /** Ends one {@link #keep}. Any thread. */
    void release() {
        keeping.lock();
        try {
            keepers--;
            setReuseSpace(keepers == 0);
        } finally {
            keeping.unlock();
        }
    }

    /** Up to where the file is in use, in bytes. */
    long used() {
        return getAfterLastBlock_() * SealedChannel.BLOCK;
    }

    /** Chunks with the lowest numbers are moved. */
    @Override
    public int getMovePriority(int block) {
        return -block;
    }

    /** Where the file ends: the length of its last chunk, and what lives in it, in bytes and in percent. */
    End end() {
        SFChunk last = last();
        return last == null || last.maxLen == 0
                ? new End(0, 0, 100)
                : new End((long) last.len * SealedChannel.BLOCK, last.maxLenLive, last.maxLenLive * 100 / last.maxLen);
    }

    /** The last chunk of a file. */
    record End(long bytes, long liveBytes, long fillRate) {}

    private @Nullable SFChunk last() {
        SFChunk last = null;
        for (SFChunk chunk : getChunks().values()) {
            if (last == null || chunk.block > last.block) {
                last = chunk;
            }
        }
        return last;
    }

    /** Rewrites what lives in the last chunk and nothing else. The caller commits. */
    void rewriteLast(MVStore store, int mostBytes) {
        onlyLast = true;
        store.compact(100, mostBytes);
        onlyLast = false;
    }

    /** Null for any. */
    @Override
    public @Nullable Collection<SFChunk> getRewriteCandidates() {
        SFChunk last = onlyLast ? last() : null;
        return last == null ? super.getRewriteCandidates() : List.of(last);
    }
}
