package dev.sluice.sync;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.EventArchive;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Chunks;
import dev.sluice.time.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes the bases of a relay from what is watched. */
final class Bases {

    private Bases() {}

    /** Cuts the watches into filters of a bounded size; those that were known stay, others are read from the archive. */
    static List<Base> cut(
            RelayUrl relay, List<Filter> watches, int chunkBytes, List<Base> known, EventArchive archive, Time time)
            throws InterruptedException {
        Map<CoverageKey, Base> before = known.stream().collect(Collectors.toMap(Base::key, Function.identity()));
        Map<CoverageKey, Base> now = new LinkedHashMap<>();
        for (Filter watch : watches) {
            for (Filter chunk : Chunks.of(watch, chunkBytes)) {
                Base fresh = new Base(relay, chunk, new Due(time));
                now.putIfAbsent(fresh.key(), before.getOrDefault(fresh.key(), fresh));
            }
        }
        List<Base> bases = List.copyOf(now.values());
        read(bases.stream().filter(base -> !before.containsKey(base.key())).toList(), archive);
        return bases;
    }

    private static void read(List<Base> fresh, EventArchive archive) throws InterruptedException {
        List<CoverageKey> keys = new ArrayList<>();
        fresh.forEach(base -> keys.add(base.key()));
        List<Coverage> coverage = archive.coverage(keys);
        for (int i = 0; i < fresh.size(); i++) {
            fresh.get(i).covered(coverage.get(i));
        }
    }
}
