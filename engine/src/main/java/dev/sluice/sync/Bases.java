package dev.sluice.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.EventArchive;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Chunks;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.time.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is wanted of one relay, cut as small as the relay takes it. Outlives its connections; any thread may cut and read.
 */
final class Bases {
    private final RelayUrl relay;
    private final EventArchive archive;
    private final Time time;
    private final SplittableRandom random;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Demands wanted;

    @GuardedBy("lock")
    private FilterCut cut = FilterCut.NONE;

    /** Written under the lock. */
    private volatile List<Base> now = List.of();

    Bases(RelayUrl relay, Demands wanted, EventArchive archive, Time time) {
        this.relay = relay;
        this.wanted = wanted;
        this.archive = archive;
        this.time = time;
        this.random = new SplittableRandom(relay.hashCode());
    }

    /** How they are cut now; none before the first cut. */
    List<Base> now() {
        return now;
    }

    /** What is wanted now, as it was said last. */
    Demands wanted() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return wanted;
        } finally {
            lock.unlock();
        }
    }

    /** Something else is wanted from now on; what is held and still wanted is not asked for again. */
    List<Base> want(Demands other) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            wanted = other;
            return cut(cut);
        } finally {
            lock.unlock();
        }
    }

    /** Cuts them to another size, with as many values of a tag in a filter as before. */
    List<Base> cut(int maxBytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return cut(cut.to(maxBytes, cut.values()));
        } finally {
            lock.unlock();
        }
    }

    /** Cuts what is wanted into filters of a bounded size; those that were known stay, others are read from the archive. */
    List<Base> cut(int maxBytes, int maxValues) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return cut(cut.to(maxBytes, maxValues));
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private List<Base> cut(FilterCut other) throws InterruptedException {
        cut = other;
        Map<String, List<Base>> before = now.stream()
                .collect(Collectors.groupingBy(
                        base -> base.what().isAlone() ? "" : base.what().family()));
        Map<String, Base> alone =
                before.getOrDefault("", List.of()).stream().collect(Collectors.toMap(Base::name, Function.identity()));
        Map<String, Base> uncut = new LinkedHashMap<>();
        List<Base> byValue = new ArrayList<>();
        for (Demand family : wanted.history().all()) {
            if (family.field().isEmpty()) {
                other.parts(family.base())
                        .forEach(part -> uncut.computeIfAbsent(
                                Codec.encode(part), name -> alone.getOrDefault(name, fresh(part))));
            } else {
                byValue.addAll(new Regrouping(relay, family, other, this::due)
                        .of(before.getOrDefault(family.family(), List.of()), archive::coverage));
            }
        }
        read(uncut.values().stream()
                .filter(base -> !alone.containsKey(base.name()))
                .toList());
        List<Base> all = new ArrayList<>(uncut.values());
        all.addAll(byValue);
        now = List.copyOf(all);
        return now;
    }

    private Base fresh(Filter filter) {
        return new Base(relay, BaseFilter.alone(filter), Coverage.NONE, due());
    }

    private Due due() {
        return new Due(time, Due.recheck(random));
    }

    /** Cuts those above a bound, if it is lower than what they are cut to. */
    List<Base> cutTo(int maxBytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return maxBytes < cut.bytes() ? cut(cut.to(maxBytes, cut.values())) : now;
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
            var unused = cut(cut.halving(base.filter()));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** What was cut in halves may be tried whole again. */
    void forgetHalves() {
        lock.lock();
        try {
            cut = cut.whole();
        } finally {
            lock.unlock();
        }
    }

    private void read(List<Base> fresh) throws InterruptedException {
        List<Coverage> coverage = archive.coverage(
                fresh.stream().flatMap(base -> base.keys().stream()).toList());
        for (int i = 0; i < fresh.size(); i++) {
            fresh.get(i).covered(coverage.get(i));
        }
    }
}
