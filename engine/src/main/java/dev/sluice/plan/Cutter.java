package dev.sluice.plan;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import dev.sluice.plan.Chunk.State;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Cuts demands into chunks: in the order of demands and values, each filled before the next is begun. */
final class Cutter {
    /** strfry refuses a REQ with a longer value, whatever else is in it. */
    private static final int LONG_BYTES = 255;

    /** A chunk that lacks no more than this part of what it may have is full: an id takes 67 bytes of 32,768. */
    private static final int FULL_PARTS = 32;

    private final Bounds bounds;
    private final List<Chunk> chunks = new ArrayList<>();
    private final List<Oversized> oversized = new ArrayList<>();

    Cutter(Bounds bounds) {
        this.bounds = bounds;
    }

    List<Chunk> chunks() {
        return chunks;
    }

    List<Oversized> oversized() {
        return oversized;
    }

    void cut(Demand demand) {
        keys(demand).forEach(key -> cut(key, demand.values()));
    }

    /** What the values of a demand are asked with: its base, in parts when that is large itself. */
    List<Chunk.Key> keys(Demand demand) {
        return bases(demand).stream()
                .map(base -> new Chunk.Key(demand.tier(), base, demand.field()))
                .toList();
    }

    private List<Filter> bases(Demand demand) {
        if (demand.field().isPresent()) {
            return Chunks.of(demand.base(), Math.max(1, bounds.chunkBytes() / 2), bounds.values());
        }
        WholeFilter whole = new WholeFilter(demand, bounds);
        oversized.addAll(whole.oversized());
        return whole.parts();
    }

    /** Cuts values; without a field the base itself is the only chunk. */
    void cut(Chunk.Key key, List<String> values) {
        if (key.field().isEmpty()) {
            boolean apart = WholeFilter.hasLong(key.base());
            add(key, values, FilterBytes.of(key.base()), apart ? State.ALONE : State.SEALED);
        } else {
            fill(key, values);
        }
    }

    private void fill(Chunk.Key key, List<String> values) {
        int around = FilterBytes.of(key.base());
        Values plain = plain(key, Values.of(values), around);
        int share = bounds.share();
        int most = bounds.values();
        int from = 0;
        int bytes = around;
        int size = plain.size();
        for (int i = 0; i < size; i++) {
            int more = plain.bytes(i);
            if (i > from && (bytes + more > share || i - from >= most)) {
                add(key, plain.subList(from, i), bytes, State.SEALED);
                from = i;
                bytes = around;
            }
            bytes += more;
        }
        if (from < size) {
            boolean full = bytes > share - share / FULL_PARTS || size - from >= most;
            add(key, plain.subList(from, size), bytes, full ? State.SEALED : State.OPEN);
        }
    }

    /** The values that may stand beside others: nearly always all of them. */
    private Values plain(Chunk.Key key, Values values, int around) {
        int surelyPlain = Math.min(LONG_BYTES, bounds.chunkBytes() - around);
        Set<String> apart = new HashSet<>();
        for (int i = 0; i < values.size(); i++) {
            int bytes = values.bytes(i);
            if (bytes > surelyPlain && isApart(key, values.get(i), around, bytes)) {
                apart.add(values.get(i));
            }
        }
        return apart.isEmpty()
                ? values
                : Values.of(
                        values.stream().filter(value -> !apart.contains(value)).toList());
    }

    /** Whether a value is too large for any chunk, or has got one of its own. */
    private boolean isApart(Chunk.Key key, String value, int around, int bytes) {
        if (around + bytes > bounds.chunkBytes()) {
            oversized.add(new Oversized(key.tier(), Demand.familyOf(key.base(), key.field()), value, bytes));
            return true;
        }
        if (!isLong(value)) {
            return false;
        }
        add(key, List.of(value), around + bytes, State.ALONE);
        return true;
    }

    /** Whether a relay may refuse everything that stands beside it. */
    static boolean isLong(String value) {
        return FilterBytes.raw(value) > LONG_BYTES;
    }

    private void add(Chunk.Key key, List<String> values, int bytes, State state) {
        chunks.add(new Chunk(key.tier(), key.base(), key.field(), values, bytes, state));
    }
}
