package dev.sluice.sync;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.EventArchive;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Chunks;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
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
        SplittableRandom random = new SplittableRandom(relay.hashCode());
        for (Filter watch : watches) {
            for (Filter chunk : Chunks.of(watch, chunkBytes)) {
                Base fresh = new Base(relay, chunk, new Due(time, recheck(random)));
                now.putIfAbsent(fresh.key(), before.getOrDefault(fresh.key(), fresh));
            }
        }
        List<Base> bases = List.copyOf(now.values());
        read(bases.stream().filter(base -> !before.containsKey(base.key())).toList(), archive);
        return bases;
    }

    /** A week give or take a tenth, so that not everything is checked at once. */
    private static Duration recheck(SplittableRandom random) {
        return Duration.ofSeconds((long) (Due.RECHECK.toSeconds() * random.nextDouble(0.9, 1.1)));
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
