package dev.sluice.store;

import dev.sluice.archive.Refusals;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.RelayUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.DataUtils;

/**
 * An item that is not to be asked for again.
 *
 * @param base the number under which the file keeps the relay and base filter
 */
record RefusalKey(int base, long createdAt, EventId id) {

    static final PageType<RefusalKey> TYPE = new PageType<>(
            "refusalKey",
            Comparator.comparingInt(RefusalKey::base)
                    .thenComparingLong(RefusalKey::createdAt)
                    .thenComparing(RefusalKey::id),
            key -> 40 + Fields.WORDS_MEMORY,
            (buffer, key) -> {
                buffer.putVarInt(key.base).putVarLong(key.createdAt);
                Fields.write(buffer, key.id);
            },
            buffer -> new RefusalKey(DataUtils.readVarInt(buffer), DataUtils.readVarLong(buffer), Fields.id(buffer)),
            RefusalKey[]::new);

    private static final EventId LOWEST = new EventId(0, 0, 0, 0);
    private static final EventId HIGHEST = new EventId(-1, -1, -1, -1);

    /** What comes before every item of a base at a second. */
    static RefusalKey before(int base, long createdAt) {
        return new RefusalKey(base, createdAt, LOWEST);
    }

    /** What comes after every item of a base at a second. */
    static RefusalKey after(int base, long createdAt) {
        return new RefusalKey(base, createdAt, HIGHEST);
    }

    /** The numbers of a relay's base filters. */
    static List<Integer> bases(Maps maps, RelayUrl relay) {
        String prefix = CoverageRecord.prefix(relay);
        List<Integer> bases = new ArrayList<>();
        Cursor<String, Integer> all = maps.bases().cursor(prefix);
        while (all.hasNext() && all.next().startsWith(prefix)) {
            bases.add(all.getValue());
        }
        return bases;
    }

    /** How many items stand under some bases; looks at few pages. */
    static long count(Maps maps, List<Integer> bases) {
        return bases.stream()
                .mapToLong(base -> Ranks.between(maps.refusals(), before(base, 0), after(base, Long.MAX_VALUE)))
                .sum();
    }

    Refusals.Item item(Refused refused) {
        return new Refusals.Item(createdAt, id, refused.reason(), refused.generation());
    }

    /** Why, and under which generation of the policy. */
    record Refused(Refusals.Reason reason, long generation) {

        static final PageType<Refused> TYPE = PageType.ofValues(
                "refused",
                refused -> 32,
                (buffer, refused) -> buffer.put((byte) code(refused.reason)).putVarLong(refused.generation),
                buffer -> new Refused(reason(buffer.get()), DataUtils.readVarLong(buffer)),
                Refused[]::new);

        /** Part of the file's format. */
        private static int code(Refusals.Reason reason) {
            return switch (reason) {
                case INVALID -> 0;
                case SUPERSEDED -> 1;
                case DELETED -> 2;
                case EXPIRED -> 3;
                case VANISHED -> 4;
                case POLICY -> 5;
                case FUTURE -> 6;
            };
        }

        private static Refusals.Reason reason(int code) {
            return Arrays.stream(Refusals.Reason.values())
                    .filter(reason -> code(reason) == code)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no reason of a refusal: " + code));
        }
    }
}
