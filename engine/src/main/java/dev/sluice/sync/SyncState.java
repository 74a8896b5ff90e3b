package dev.sluice.sync;

import dev.sluice.negentropy.Difference;
import dev.sluice.session.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** How far a sync has come, over all its connections. One thread writes, any may read. */
final class SyncState {
    private final RelayCounts counts = new RelayCounts();
    private final List<Traffic> connections = new CopyOnWriteArrayList<>();
    private final LongAdder have = new LongAdder();
    private final LongAdder need = new LongAdder();
    private volatile SyncReport.Phase phase = SyncReport.Phase.DIALLING;

    RelayCounts counts() {
        return counts;
    }

    void enter(SyncReport.Phase now) {
        phase = now;
    }

    /** A new connection finds the difference that is left: what was moved before is added to it. */
    void connected(Traffic traffic) {
        connections.add(traffic);
        have.reset();
        have.add(counts.reconciled().uploads());
        need.reset();
        need.add(counts.stored());
    }

    void found(Difference difference) {
        have.add(difference.onlyHere().size());
        need.add(difference.onlyThere().size());
    }

    /** What was moved so far: it has grown when a connection was of use. */
    long moved() {
        return counts.received() + counts.reconciled().uploads() + counts.pages();
    }

    SyncReport report(boolean complete, String reason) {
        SyncCounts reconciled = counts.reconciled();
        // what has come and is not durable yet shows how far it is; in the end only what is kept counts
        long downloaded = phase == SyncReport.Phase.ENDED
                ? counts.stored()
                : Math.max(counts.stored(), Math.min(need.sum(), reconciled.fetched()));
        long in = 0;
        long out = 0;
        for (Traffic traffic : new ArrayList<>(connections)) {
            in += traffic.bytesReceived();
            out += traffic.bytesSent();
        }
        return new SyncReport(
                phase,
                have.sum(),
                need.sum(),
                downloaded,
                reconciled.uploads(),
                reconciled.skipped() + counts.refused(),
                reconciled.rejections(),
                reconciled.frames() + counts.pages(),
                in,
                out,
                complete,
                reason);
    }
}
