package dev.sluice.store;

import dev.sluice.nostr.RelayUrl;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How an archive is to work.
 *
 * @param time paces the writer's groups and bounds the readers' slices
 * @param clock decides what has expired and what lies in the future
 * @param own our own addresses: requests to vanish that name one of them are obeyed, as are those for all relays
 * @param maxFuture how many seconds ahead of the clock an event may be dated; empty when the future is no matter
 * @param cacheMegabytes memory for pages of the file
 */
public record ArchiveOptions(
        Time time, WallClock clock, Set<RelayUrl> own, OptionalLong maxFuture, int cacheMegabytes) {

    /** The machine's clocks, no own address, any date, an eighth of the heap but no more than 256 MB for pages. */
    public static final ArchiveOptions DEFAULT = new ArchiveOptions(
            Time.system(), WallClock.system(), Set.of(), OptionalLong.empty(), defaultCacheMegabytes());

    public ArchiveOptions {
        own = Set.copyOf(own);
        if (cacheMegabytes < 1) {
            throw new IllegalArgumentException("a cache of " + cacheMegabytes + " MB");
        }
    }

    public ArchiveOptions withTime(Time other) {
        return new ArchiveOptions(other, clock, own, maxFuture, cacheMegabytes);
    }

    public ArchiveOptions withClock(WallClock other) {
        return new ArchiveOptions(time, other, own, maxFuture, cacheMegabytes);
    }

    public ArchiveOptions withOwn(Set<RelayUrl> other) {
        return new ArchiveOptions(time, clock, other, maxFuture, cacheMegabytes);
    }

    public ArchiveOptions withMaxFuture(OptionalLong other) {
        return new ArchiveOptions(time, clock, own, other, cacheMegabytes);
    }

    public ArchiveOptions withCacheMegabytes(int other) {
        return new ArchiveOptions(time, clock, own, maxFuture, other);
    }

    private static int defaultCacheMegabytes() {
        long eighth = Runtime.getRuntime().maxMemory() >> 23;
        return Math.clamp(eighth, 16, 256);
    }
}
