package dev.sluice.store;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.PublicKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The terms under which an event can be found, each a keyed 64-bit hash. The key is the archive's own secret, so nobody
 * can choose tag values that meet under one term.
 */
final class Terms {

    private static final byte ALL = 0;
    private static final byte AUTHOR = 1;
    private static final byte KIND = 2;
    private static final byte AUTHOR_AND_KIND = 3;
    private static final byte TAG = 4;

    private final SipHash hash;
    private final long all;

    Terms(SipHash hash) {
        this.hash = hash;
        this.all = hash.hash(new byte[] {ALL});
    }

    /** The term of every event. */
    long all() {
        return all;
    }

    long author(PublicKey author) {
        byte[] text = new byte[33];
        text[0] = AUTHOR;
        author.write(text, 1);
        return hash.hash(text);
    }

    long kind(int kind) {
        return hash.hash(new byte[] {KIND, (byte) (kind >>> 8), (byte) kind});
    }

    long authorAndKind(PublicKey author, int kind) {
        byte[] text = new byte[35];
        text[0] = AUTHOR_AND_KIND;
        author.write(text, 1);
        text[33] = (byte) (kind >>> 8);
        text[34] = (byte) kind;
        return hash.hash(text);
    }

    long tag(char letter, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        byte[] text = new byte[bytes.length + 3];
        text[0] = TAG;
        text[1] = (byte) (letter >>> 8);
        text[2] = (byte) letter;
        System.arraycopy(bytes, 0, text, 3, bytes.length);
        return hash.hash(text);
    }

    /** All terms of an event, each once. */
    long[] of(Event event) {
        long[] terms = new long[4 + event.tags().size()];
        int count = 0;
        terms[count++] = all;
        terms[count++] = author(event.pubkey());
        terms[count++] = kind(event.kind());
        terms[count++] = authorAndKind(event.pubkey(), event.kind());
        for (List<String> tag : event.tags()) {
            if (tag.size() > 1 && tag.get(0).length() == 1) {
                terms[count++] = tag(tag.get(0).charAt(0), tag.get(1));
            }
        }
        return distinct(Arrays.copyOf(terms, count));
    }

    private static long[] distinct(long[] terms) {
        Arrays.sort(terms);
        int count = 1;
        for (int i = 1; i < terms.length; i++) {
            if (terms[i] != terms[i - 1]) {
                terms[count++] = terms[i];
            }
        }
        return Arrays.copyOf(terms, count);
    }
}
