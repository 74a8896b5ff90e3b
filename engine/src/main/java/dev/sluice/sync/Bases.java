package dev.sluice.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.EventArchive;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Chunks;
import dev.sluice.time.Time;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is watched on one relay, cut as small as the relay takes it. Outlives its connections; any thread may cut and read.
 */
final class Bases {
    private final RelayUrl relay;
    private final List<Filter> watches;
    private final EventArchive archive;
    private final Time time;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Set<Filter> halved = new HashSet<>();

    @GuardedBy("lock")
    private int chunkBytes = Integer.MAX_VALUE;

    @GuardedBy("lock")
    private int chunkValues = Integer.MAX_VALUE;

    /** Written under the lock. */
    private volatile List<Base> now = List.of();

    Bases(RelayUrl relay, List<Filter> watches, EventArchive archive, Time time) {
        this.relay = relay;
        this.watches = List.copyOf(watches);
        this.archive = archive;
        this.time = time;
    }

    /** How they are cut now; none before the first cut. */
    List<Base> now() {
        return now;
    }

    /** Cuts them to another size, with as many values of a tag in a filter as before. */
    List<Base> cut(int maxBytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return cut(maxBytes, chunkValues);
        } finally {
            lock.unlock();
        }
    }

    /** Cuts the watches into filters of a bounded size; those that were known stay, others are read from the archive. */
    List<Base> cut(int maxBytes, int maxValues) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            chunkBytes = maxBytes;
            chunkValues = maxValues;
            return cut();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private List<Base> cut() throws InterruptedException {
        Map<CoverageKey, Base> before = now.stream().collect(Collectors.toMap(Base::key, Function.identity()));
        Map<CoverageKey, Base> bases = new LinkedHashMap<>();
        SplittableRandom random = new SplittableRandom(relay.hashCode());
        for (Filter filter : filters()) {
            Base fresh = new Base(relay, filter, new Due(time, Due.recheck(random)));
            bases.putIfAbsent(fresh.key(), before.getOrDefault(fresh.key(), fresh));
        }
        List<Base> all = List.copyOf(bases.values());
        read(all.stream().filter(base -> !before.containsKey(base.key())).toList());
        now = all;
        return all;
    }

    /** Cuts those above a bound, if it is lower than what they are cut to. */
    List<Base> cutTo(int maxBytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return maxBytes < chunkBytes ? cut(maxBytes) : now;
        } finally {
            lock.unlock();
        }
    }

    /** Cuts one of them in halves, which take its place. False when it names a single value in each field. */
    boolean halve(Base base) throws InterruptedException {
        if (Chunks.halves(base.filter()).isEmpty()) {
            return false;
        }
        lock.lockInterruptibly();
        try {
            halved.add(base.filter());
            var unused = cut();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** What was cut in halves may be tried whole again. */
    void forgetHalves() {
        lock.lock();
        try {
            halved.clear();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private List<Filter> filters() {
        List<Filter> filters = new ArrayList<>();
        for (Filter watch : watches) {
            for (Filter chunk : Chunks.of(watch.withLimit(OptionalInt.empty()), chunkBytes, chunkValues)) {
                add(filters, chunk);
            }
        }
        return filters;
    }

    @GuardedBy("lock")
    private void add(List<Filter> filters, Filter chunk) {
        if (halved.contains(chunk)) {
            for (Filter half : Chunks.halves(chunk)) {
                add(filters, half);
            }
        } else {
            filters.add(chunk);
        }
    }

    private void read(List<Base> fresh) throws InterruptedException {
        List<CoverageKey> keys = new ArrayList<>();
        fresh.forEach(base -> keys.add(base.key()));
        List<Coverage> coverage = archive.coverage(keys);
        for (int i = 0; i < fresh.size(); i++) {
            fresh.get(i).covered(coverage.get(i));
        }
    }
}
