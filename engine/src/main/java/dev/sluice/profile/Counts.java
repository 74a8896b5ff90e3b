package dev.sluice.profile;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What a profiled relay has seen of its clients. Any thread may read it. */
public final class Counts {
    private final Map<Occasion, LongAdder> refused = new ConcurrentHashMap<>();
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final AtomicInteger sessions = new AtomicInteger();

    Counts() {}

    /** How often it had to refuse something, by the limit that was passed; what never happened is absent. */
    public Map<Occasion, Long> refused() {
        Map<Occasion, Long> counts = new EnumMap<>(Occasion.class);
        refused.forEach((occasion, count) -> counts.put(occasion, count.sum()));
        return counts;
    }

    /** The most REQs that any one connection had or wanted open at once. */
    public int mostSubscriptions() {
        return subscriptions.get();
    }

    /** The most negentropy sessions that any one connection had or wanted open at once. */
    public int mostNegentropySessions() {
        return sessions.get();
    }

    void refuse(Occasion occasion) {
        refused.computeIfAbsent(occasion, o -> new LongAdder()).increment();
    }

    void subscriptions(int open) {
        subscriptions.accumulateAndGet(open, Math::max);
    }

    void sessions(int open) {
        sessions.accumulateAndGet(open, Math::max);
    }
}
