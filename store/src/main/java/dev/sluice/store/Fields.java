package dev.sluice.store;

import dev.sluice.nostr.EventId;
import dev.sluice.nostr.PublicKey;
import java.nio.ByteBuffer;
import org.h2.mvstore.WriteBuffer;

/** Ids and keys in the pages of the file: four big-endian words. */
final class Fields {

    /** What an {@link EventId} or {@link PublicKey} takes in memory: header and four longs. */
    static final int WORDS_MEMORY = 48;

    private Fields() {}

    static void write(WriteBuffer buffer, EventId id) {
        buffer.putLong(id.w0()).putLong(id.w1()).putLong(id.w2()).putLong(id.w3());
    }

    static void write(WriteBuffer buffer, PublicKey key) {
        buffer.putLong(key.w0()).putLong(key.w1()).putLong(key.w2()).putLong(key.w3());
    }

    static EventId id(ByteBuffer buffer) {
        return new EventId(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }

    static PublicKey key(ByteBuffer buffer) {
        return new PublicKey(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }
}
