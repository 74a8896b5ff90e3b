package dev.sluice.store;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.PublicKey;
import org.h2.mvstore.DataUtils;

/**
 * What is asked of an event most often, kept apart from its body.
 *
 * @param expiry the second at which it expires, {@link #NEVER} when it does not
 */
record Head(EventId id, PublicKey pubkey, long createdAt, int kind, long expiry) {

    static final long NEVER = Long.MAX_VALUE;

    static final PageType<Head> TYPE = PageType.ofValues(
            "head",
            head -> 48 + 2 * Fields.WORDS_MEMORY,
            (buffer, head) -> {
                Fields.write(buffer, head.id);
                Fields.write(buffer, head.pubkey);
                buffer.putVarLong(head.createdAt).putVarInt(head.kind);
                buffer.putVarLong(head.expiry == NEVER ? 0 : head.expiry + 1);
            },
            buffer -> {
                EventId id = Fields.id(buffer);
                var pubkey = Fields.key(buffer);
                long createdAt = DataUtils.readVarLong(buffer);
                int kind = DataUtils.readVarInt(buffer);
                long expiry = DataUtils.readVarLong(buffer);
                return new Head(id, pubkey, createdAt, kind, expiry == 0 ? NEVER : expiry - 1);
            },
            Head[]::new);

    static Head of(Event event) {
        long expiry = event.expiration().orElse(NEVER);
        return new Head(event.id(), event.pubkey(), event.createdAt(), event.kind(), expiry);
    }

    /** Whether it has expired by a second (NIP-40). */
    boolean expired(long now) {
        return expiry <= now;
    }
}
