package dev.sluice.sync;

import dev.sluice.intake.Receipt;
import dev.sluice.intake.Tally;
import dev.sluice.session.Traffic;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/** What one relay has brought since the start. Any thread may count and read. */
final class RelayCounts {
    private final Set<Receipt> live = ConcurrentHashMap.newKeySet();
    private final Set<Traffic> connections = ConcurrentHashMap.newKeySet();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final SyncCounts reconciled = new SyncCounts();
    private final LongAdder received = new LongAdder();
    private final LongAdder stored = new LongAdder();
    private final LongAdder duplicate = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder pages = new LongAdder();

    /** What reconciling has brought. */
    SyncCounts reconciled() {
        return reconciled;
    }

    /** Counts a live request for as long as it is open. */
    void follow(Receipt receipt) {
        live.add(receipt);
    }

    void unfollow(Receipt receipt) {
        if (live.remove(receipt)) {
            count(receipt.tally());
        }
    }

    /** Counts what goes over a connection for as long as it is up. */
    void follow(Traffic connection) {
        connections.add(connection);
    }

    void unfollow(Traffic connection) {
        if (connections.remove(connection)) {
            bytesIn.add(connection.bytesReceived());
            bytesOut.add(connection.bytesSent());
        }
    }

    /** All of it at this moment. */
    RelayStatus.Counts status() {
        return new RelayStatus.Counts(
                received(),
                stored(),
                duplicate(),
                refused(),
                pages(),
                sum(bytesIn, connections, Traffic::bytesReceived),
                sum(bytesOut, connections, Traffic::bytesSent));
    }

    private static long sum(LongAdder finished, Set<Traffic> open, ToLongFunction<Traffic> part) {
        return finished.sum() + open.stream().mapToLong(part).sum();
    }

    private long sum(LongAdder finished, ToLongFunction<Tally> part) {
        return finished.sum()
                + live.stream().map(Receipt::tally).mapToLong(part).sum();
    }

    /** Counts a finished request. */
    void count(Tally tally) {
        received.add(tally.queued());
        stored.add(tally.verdicts().stored());
        duplicate.add(tally.verdicts().duplicate());
        refused.add(tally.verdicts().allRefused());
    }

    void countPage() {
        pages.increment();
    }

    long received() {
        return sum(received, Tally::queued);
    }

    long stored() {
        return sum(stored, tally -> tally.verdicts().stored());
    }

    long duplicate() {
        return sum(duplicate, tally -> tally.verdicts().duplicate());
    }

    long refused() {
        return sum(refused, tally -> tally.verdicts().allRefused());
    }

    long pages() {
        return pages.sum();
    }
}
