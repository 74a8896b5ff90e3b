package dev.sluice.nostr;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Events for tests, the same for the same seed. Those of {@link #signed} and {@link #note} verify; those of
 * {@link #unsigned} have a right id and a signature of nothing, and cost no curve arithmetic.
 */
public final class TestEvents {

    /** A moment in the past that most fixtures start from. */
    public static final long EPOCH = 1_700_000_000L;

    private static final Signature NO_SIGNATURE = new Signature(0, 0, 0, 0, 0, 0, 0, 0);

    private TestEvents() {}

    /** The key pair of a number. */
    public static KeyPair keyPair(long seed) {
        byte[] secret = new byte[32];
        SplittableRandom random = new SplittableRandom(seed);
        random.nextBytes(secret);
        secret[0] = 1;
        return KeyPair.of(secret);
    }

    /** A signed short note of the first author. */
    public static Event note(long createdAt, String content) {
        return signed(keyPair(1), createdAt, Kind.NOTE, List.of(), content);
    }

    /** A signed event. */
    public static Event signed(KeyPair author, long createdAt, int kind, List<List<String>> tags, String content) {
        return author.sign(createdAt, kind, tags, content);
    }

    /** An event whose id is right and whose signature is not, by an author of a number. */
    public static Event unsigned(long author, long createdAt, int kind, List<List<String>> tags, String content) {
        PublicKey pubkey = unsignedAuthor(author);
        EventId id = Canonical.id(pubkey, createdAt, kind, tags, content);
        return new Event(id, pubkey, createdAt, kind, tags, content, NO_SIGNATURE);
    }

    /** The author whom {@link #unsigned} uses for a number. */
    public static PublicKey unsignedAuthor(long author) {
        SplittableRandom random = new SplittableRandom(author);
        return new PublicKey(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }

    /** Unsigned notes one second apart, oldest first, by ten authors. */
    public static List<Event> unsignedNotes(int count) {
        List<Event> notes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            List<List<String>> tags = List.of(List.of("t", "topic" + i % 7));
            notes.add(unsigned(i % 10, EPOCH + i, Kind.NOTE, tags, "note " + i));
        }
        return notes;
    }
}
