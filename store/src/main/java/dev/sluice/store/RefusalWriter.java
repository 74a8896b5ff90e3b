package dev.sluice.store;

import dev.sluice.archive.Refusals;
import dev.sluice.nostr.RelayUrl;
import java.util.ArrayList;
import java.util.List;
import org.h2.mvstore.Cursor;
import org.jspecify.annotations.Nullable;

/** Keeps the items that are not to be asked for again, bounded per relay. Writer thread only. */
final class RefusalWriter {

    /** RULES 8.2 of the design: what a peer can make us remember is bounded, the oldest go first. */
    static final int MOST_PER_RELAY = 200_000;

    private final Maps maps;

    RefusalWriter(Maps maps) {
        this.maps = maps;
    }

    void write(Refusals refusals) {
        int base = base(refusals.relay(), refusals.base());
        for (Refusals.Item item : refusals.items()) {
            maps.refusals()
                    .put(
                            new RefusalKey(base, item.createdAt(), item.id()),
                            new RefusalKey.Refused(item.reason(), item.generation()));
        }
        trim(refusals.relay());
    }

    private int base(RelayUrl relay, String base) {
        String key = CoverageRecord.base(relay, base);
        Integer known = maps.bases().get(key);
        if (known != null) {
            return known;
        }
        // Numbers are never given back, so the number of bases is the next one.
        int next = maps.bases().size() + 1;
        maps.bases().put(key, next);
        return next;
    }

    private void trim(RelayUrl relay) {
        List<Integer> bases = bases(relay);
        long over = bases.stream().mapToLong(this::size).sum() - MOST_PER_RELAY;
        for (; over > 0; over--) {
            RefusalKey oldest = oldest(bases);
            if (oldest == null) {
                return;
            }
            maps.refusals().remove(oldest);
        }
    }

    private List<Integer> bases(RelayUrl relay) {
        String prefix = CoverageRecord.prefix(relay);
        List<Integer> bases = new ArrayList<>();
        Cursor<String, Integer> all = maps.bases().cursor(prefix);
        while (all.hasNext() && all.next().startsWith(prefix)) {
            bases.add(all.getValue());
        }
        return bases;
    }

    private long size(int base) {
        return Ranks.between(maps.refusals(), RefusalKey.before(base), RefusalKey.after(base));
    }

    private @Nullable RefusalKey oldest(List<Integer> bases) {
        RefusalKey oldest = null;
        for (int base : bases) {
            RefusalKey first = maps.refusals().ceilingKey(RefusalKey.before(base));
            boolean own = first != null && first.base() == base;
            if (own && (oldest == null || first.createdAt() < oldest.createdAt())) {
                oldest = first;
            }
        }
        return oldest;
    }
}
