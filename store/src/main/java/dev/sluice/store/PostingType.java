package dev.sluice.store;

import java.nio.ByteBuffer;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Writes a page of postings with each one's term and time as a difference to the one before: about 14 bytes each. */
final class PostingType extends BasicDataType<Posting> {

    static final PostingType INSTANCE = new PostingType();

    /** Header, three longs, one int and the reference to it. */
    private static final int MEMORY = 44;

    private PostingType() {}

    @Override
    public int compare(Posting a, Posting b) {
        return a.compareTo(b);
    }

    @Override
    public int getMemory(Posting posting) {
        return MEMORY;
    }

    @Override
    public void write(WriteBuffer buffer, Posting posting) {
        write(buffer, 0, 0, posting);
    }

    @Override
    public Posting read(ByteBuffer buffer) {
        return read(buffer, 0, 0);
    }

    @Override
    public void write(WriteBuffer buffer, Object storage, int length) {
        long term = 0;
        long createdAt = 0;
        for (Posting posting : (Posting[]) storage) {
            if (length-- == 0) {
                break;
            }
            write(buffer, term, createdAt, posting);
            term = posting.term();
            createdAt = posting.createdAt();
        }
    }

    @Override
    public void read(ByteBuffer buffer, Object storage, int length) {
        Posting[] postings = (Posting[]) storage;
        long term = 0;
        long createdAt = 0;
        for (int i = 0; i < length; i++) {
            postings[i] = read(buffer, term, createdAt);
            term = postings[i].term();
            createdAt = postings[i].createdAt();
        }
    }

    @Override
    public Posting[] createStorage(int size) {
        return new Posting[size];
    }

    /** A term that stays the same costs no byte: the lowest bit of the number in front says whether it follows. */
    private static void write(WriteBuffer buffer, long term, long createdAt, Posting posting) {
        boolean same = posting.term() == term;
        buffer.putVarLong(posting.seq() << 1 | (same ? 0 : 1));
        if (!same) {
            buffer.putLong(posting.term());
        }
        buffer.putVarLong(zigzag(posting.createdAt() - createdAt));
        buffer.putInt(posting.tie());
    }

    private static Posting read(ByteBuffer buffer, long term, long createdAt) {
        long head = DataUtils.readVarLong(buffer);
        long ownTerm = (head & 1) == 0 ? term : buffer.getLong();
        long ownCreatedAt = createdAt + unzigzag(DataUtils.readVarLong(buffer));
        return new Posting(ownTerm, ownCreatedAt, buffer.getInt(), head >>> 1);
    }

    private static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    private static long unzigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }
}
