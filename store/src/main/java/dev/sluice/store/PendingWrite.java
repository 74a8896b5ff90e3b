package dev.sluice.store;

import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A write that waits for its group, with its events prepared and the promise made to its caller. */
final class PendingWrite {

    /** What an event costs besides its record while it waits. */
    private static final int EVENT_BYTES = 1_000;

    private final List<Prepared> events;
    private final Guard guard;
    private final List<CoverageEntry> coverage;
    private final List<Refusals> refusals;
    private final boolean urgent;
    private final long bytes;
    private final CompletableFuture<List<Verdict>> promise = new CompletableFuture<>();

    /** Written before it enters the queue, read under the queue's lock. */
    private long enqueuedNanos;

    private PendingWrite(
            List<Prepared> events, Guard guard, List<CoverageEntry> coverage, List<Refusals> refusals, boolean urgent) {
        this.events = events;
        this.guard = guard;
        this.coverage = coverage;
        this.refusals = refusals;
        this.urgent = urgent;
        this.bytes = events.stream()
                .mapToLong(event -> EVENT_BYTES + 2L * event.record().length)
                .sum();
    }

    static PendingWrite of(Write write, Terms terms) {
        return switch (write) {
            case Write.Events(var events, var guard, var urgent) ->
                new PendingWrite(
                        events.stream().map(event -> Prepared.of(event, terms)).toList(),
                        guard,
                        List.of(),
                        List.of(),
                        urgent);
            case Write.Progress(var coverage, var refusals, var urgent) ->
                new PendingWrite(List.of(), Guard.OPEN, coverage, refusals, urgent);
        };
    }

    List<Prepared> events() {
        return events;
    }

    Guard guard() {
        return guard;
    }

    List<CoverageEntry> coverage() {
        return coverage;
    }

    List<Refusals> refusals() {
        return refusals;
    }

    boolean hasProgress() {
        return !coverage.isEmpty() || !refusals.isEmpty();
    }

    /** What it counts for in the queue's bounds; progress counts as one event. */
    int size() {
        return Math.max(1, events.size());
    }

    long bytes() {
        return bytes;
    }

    boolean urgent() {
        return urgent;
    }

    CompletableFuture<List<Verdict>> promise() {
        return promise;
    }

    void enqueued(long nanos) {
        enqueuedNanos = nanos;
    }

    long enqueuedNanos() {
        return enqueuedNanos;
    }
}
