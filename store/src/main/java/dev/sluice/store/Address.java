package dev.sluice.store;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.PublicKey;
import java.nio.charset.StandardCharsets;
import org.h2.mvstore.DataUtils;

/**
 * What is known of the address of a replaceable or addressable event. It never goes back, so what an address holds does
 * not depend on the order in which its versions and deletions came.
 *
 * @param createdAt of the best version ever met, living or not; {@link #NONE} when none was
 * @param id of that version; the only one that may live
 * @param deletedUpTo versions up to this second were deleted by their author; {@link #NONE} when none were
 */
record Address(long createdAt, EventId id, long deletedUpTo) {

    static final long NONE = -1;

    static final Address UNKNOWN = new Address(NONE, new EventId(0, 0, 0, 0), NONE);

    static final PageType<Address> TYPE = PageType.ofValues(
            "address",
            address -> 32 + Fields.WORDS_MEMORY,
            (buffer, address) -> {
                buffer.putVarLong(address.createdAt + 1).putVarLong(address.deletedUpTo + 1);
                Fields.write(buffer, address.id);
            },
            buffer -> {
                long createdAt = DataUtils.readVarLong(buffer) - 1;
                long deletedUpTo = DataUtils.readVarLong(buffer) - 1;
                return new Address(createdAt, Fields.id(buffer), deletedUpTo);
            },
            Address[]::new);

    /** The key under which the file keeps a coordinate: kind, key, identifier. */
    static byte[] key(Coordinate coordinate) {
        byte[] identifier = coordinate.identifier().getBytes(StandardCharsets.UTF_8);
        byte[] key = new byte[34 + identifier.length];
        key[0] = (byte) (coordinate.kind() >>> 8);
        key[1] = (byte) coordinate.kind();
        coordinate.pubkey().write(key, 2);
        System.arraycopy(identifier, 0, key, 34, identifier.length);
        return key;
    }

    /** The coordinate that {@link #key} was made of. */
    static Coordinate coordinate(byte[] key) {
        int kind = ((key[0] & 0xff) << 8) | (key[1] & 0xff);
        String identifier = new String(key, 34, key.length - 34, StandardCharsets.UTF_8);
        return new Coordinate(kind, PublicKey.at(key, 2), identifier);
    }

    /** Whether the best version is better than another: higher created_at, then lowest id (NIP-01). */
    boolean supersedes(long otherCreatedAt, EventId other) {
        return createdAt > otherCreatedAt || (createdAt == otherCreatedAt && id.compareTo(other) < 0);
    }

    Address withVersion(long newCreatedAt, EventId newId) {
        return supersedes(newCreatedAt, newId) ? this : new Address(newCreatedAt, newId, deletedUpTo);
    }

    Address withDeletion(long upTo) {
        return upTo <= deletedUpTo ? this : new Address(createdAt, id, upTo);
    }
}
