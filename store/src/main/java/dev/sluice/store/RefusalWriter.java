package dev.sluice.store;

import dev.sluice.archive.Refusals;
import dev.sluice.nostr.RelayUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the items that are not to be asked for again, bounded per relay. Writer thread only. */
final class RefusalWriter {

    private final Maps maps;
    private final int mostPerRelay;

    RefusalWriter(Maps maps, int mostPerRelay) {
        this.maps = maps;
        this.mostPerRelay = mostPerRelay;
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
        List<Integer> bases = RefusalKey.bases(maps, relay);
        long over = RefusalKey.count(maps, bases) - mostPerRelay;
        for (; over > 0; over--) {
            RefusalKey oldest = oldest(bases);
            if (oldest == null) {
                return;
            }
            maps.refusals().remove(oldest);
        }
    }

    private @Nullable RefusalKey oldest(List<Integer> bases) {
        RefusalKey oldest = null;
        for (int base : bases) {
            RefusalKey first = maps.refusals().ceilingKey(RefusalKey.before(base, 0));
            boolean own = first != null && first.base() == base;
            if (own && (oldest == null || first.createdAt() < oldest.createdAt())) {
                oldest = first;
            }
        }
        return oldest;
    }
}
