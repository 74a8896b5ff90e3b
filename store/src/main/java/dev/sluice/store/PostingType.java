package dev.sluice.store;

import java.nio.ByteBuffer;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Writes a page of postings with each one's term and time as a difference to the one before: about 14 bytes each. */
final class PostingType extends BasicDataType<Posting> {

    static final PostingType INSTANCE = new PostingType();

    /** Header, three longs, one int and the reference to it. */
    private static final int MEMORY = 44;

    /** The byte of lengths, a term, a tie, two numbers. */
    private static final int LONGEST = 1 + 3 * Long.BYTES + Integer.BYTES;

    /** Of the byte of lengths: its highest bit, and where the three bits of the sequence number begin. */
    private static final int OTHER_TERM = 0x80;

    private static final int SEQ_SHIFT = 4;

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

    /**
     * A byte that says how long the numbers are and whether the term is another than before; the term if so; the tie;
     * the sequence number and the difference of the times in as many bytes as they need. All lowest byte first.
     */
    private static int write(byte[] page, int from, long term, long createdAt, Posting posting) {
        long difference = zigzag(posting.createdAt() - createdAt);
        int differenceLength = length(difference);
        int seqLength = length(posting.seq());
        boolean same = posting.term() == term;
        page[from] = (byte) ((same ? 0 : OTHER_TERM) | (seqLength << SEQ_SHIFT) | differenceLength);
        int at = same ? from + 1 : put(page, from + 1, posting.term(), Long.BYTES);
        at = put(page, at, posting.tie(), Integer.BYTES);
        at = put(page, at, posting.seq(), seqLength);
        return put(page, at, difference, differenceLength);
    }

    private static int put(byte[] page, int from, long number, int length) {
        long left = number;
        int end = from + length;
        for (int at = from; at < end; at++) {
            page[at] = (byte) left;
            left >>>= Byte.SIZE;
        }
        return end;
    }

    private static Posting read(ByteBuffer buffer, long term, long createdAt) {
        byte lengths = buffer.get();
        long ownTerm = (lengths & OTHER_TERM) == 0 ? term : Long.reverseBytes(buffer.getLong());
        int tie = Integer.reverseBytes(buffer.getInt());
        long seq = number(buffer, (lengths >> SEQ_SHIFT) & 7);
        long difference = number(buffer, lengths & 15);
        return new Posting(ownTerm, createdAt + unzigzag(difference), tie, seq);
    }

    /** By halves: the first compiler has no instruction for leading zeros. */
    private static int length(long number) {
        long left = number;
        int length = 0;
        for (int half = 4; half > 0; half >>= 1) {
            if (left >>> (8 * half) != 0) {
                left >>>= 8 * half;
                length += half;
            }
        }
        return left == 0 ? length : length + 1;
    }

    private static long number(ByteBuffer buffer, int length) {
        long number = 0;
        for (int i = 0; i < length; i++) {
            number |= (buffer.get() & 0xffL) << (8 * i);
        }
        return number;
    }

    private static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    private static long unzigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }
}
