package dev.sluice.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Writes a page of postings with each one's term and time as a difference to the one before: about 14 bytes each. */
final class PostingType extends BasicDataType<Posting> {

    static final PostingType INSTANCE = new PostingType();

    /** Header, three longs, one int and the reference to it. */
    private static final int MEMORY = 44;

    /** Two numbers of at most ten bytes, a term, a tie. */
    private static final int LONGEST = 32;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private PostingType() {}

    @Override
    public int compare(Posting a, Posting b) {
        return a.compareTo(b);
    }

    /** To say it is faster than to guess it. */
    @Override
    public boolean isMemoryEstimationAllowed() {
        return false;
    }

    @Override
    public int getMemory(Posting posting) {
        return MEMORY;
    }

    /** The inherited search, but with a comparison that the compiler can take in. */
    @Override
    public int binarySearch(Posting key, Object storage, int size, int initialGuess) {
        Posting[] postings = (Posting[]) storage;
        int low = 0;
        int high = size - 1;
        int middle = initialGuess > 0 && initialGuess <= size ? initialGuess - 1 : high >>> 1;
        while (low <= high) {
            int comparison = key.compareTo(postings[middle]);
            if (comparison == 0) {
                return middle;
            }
            if (comparison > 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
            middle = (low + high) >>> 1;
        }
        return ~low;
    }

    @Override
    public void write(WriteBuffer buffer, Posting posting) {
        write(buffer, new Posting[] {posting}, 1);
    }

    @Override
    public Posting read(ByteBuffer buffer) {
        return read(buffer, 0, 0);
    }

    /** Goes through an array, since single bytes are slow to put into a buffer. */
    @Override
    public void write(WriteBuffer buffer, Object storage, int length) {
        Posting[] postings = (Posting[]) storage;
        byte[] page = new byte[length * LONGEST];
        int at = 0;
        long term = 0;
        long createdAt = 0;
        for (int i = 0; i < length; i++) {
            at = write(page, at, term, createdAt, postings[i]);
            term = postings[i].term();
            createdAt = postings[i].createdAt();
        }
        buffer.put(page, 0, at);
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
    private static int write(byte[] page, int from, long term, long createdAt, Posting posting) {
        boolean same = posting.term() == term;
        int at = number(page, from, posting.seq() << 1 | (same ? 0 : 1));
        if (!same) {
            LONG.set(page, at, posting.term());
            at += Long.BYTES;
        }
        at = number(page, at, zigzag(posting.createdAt() - createdAt));
        INT.set(page, at, posting.tie());
        return at + Integer.BYTES;
    }

    private static int number(byte[] page, int from, long value) {
        int at = from;
        while ((value & ~0x7fL) != 0) {
            page[at++] = (byte) (value | 0x80);
            value >>>= 7;
        }
        page[at++] = (byte) value;
        return at;
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
