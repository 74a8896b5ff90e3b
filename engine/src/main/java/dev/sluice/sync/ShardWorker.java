package dev.sluice.sync;

import dev.sluice.pace.Backoff;
import dev.sluice.session.Refusal;
import dev.sluice.session.RelayPace;
import dev.sluice.session.Signal;
import dev.sluice.wire.Dialer.Dialed;
import dev.sluice.wire.RelaySocket;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a further connection to a relay up, and its share of the live coverage: with a ledger, an AUTH and a backoff of its
 * own, at the pace of the relay. Its end touches no other connection. One thread runs it.
 */
final class ShardWorker {
    private static final Logger LOG = LoggerFactory.getLogger(ShardWorker.class);

    /** A connection that never was of use after so many attempts is given up. */
    private static final int FRUITLESS = 3;

    /** What it has in common with the first connection. */
    record Common(
            MirrorPlan.Source source, Bases bases, RelayPace pace, RelayCounts counts, Lessons lessons, Parts parts) {}

    private final Share share;
    private final FirstConnection first;
    private final Common common;
    private final Parts parts;
    private final Dialling dialling;
    private final Backoff backoff;
    private final Warnings warnings;
    private int fruitless;

    ShardWorker(Share share, FirstConnection first, Common common) {
        this.share = share;
        this.first = first;
        this.common = common;
        this.parts = common.parts();
        this.dialling = new Dialling(common.source(), common.pace().pauses(), parts);
        int seed = common.source().relay().hashCode() + share.number();
        this.backoff = new Backoff(parts.time(), new SplittableRandom(seed));
        this.warnings = new Warnings(common.source().relay() + " " + name());
    }

    /** Which connection it is, to people. */
    String name() {
        return "connection-" + (share.number() + 1);
    }

    /** Works until the relay refuses it; an interrupt ends the connection in order. */
    Share run() throws InterruptedException {
        while (true) {
            share.entered(Progress.State.WAITING);
            first.awaitUp();
            Duration wait = dial();
            if (fruitless >= FRUITLESS && !share.hasKept()) {
                share.refused("it never came live");
            }
            if (share.isGivenUp()) {
                return share;
            }
            share.entered(Progress.State.WAITING);
            parts.time().sleep(wait);
        }
    }

    private Duration dial() throws InterruptedException {
        return switch (dialling.dial(share)) {
            case Dialed.Connected connected -> {
                backoff.connected();
                share.connected(parts.time().nanos());
                connection(connected.socket());
                yield backoff.delay();
            }
            case Dialed.Failed failed -> {
                fruitless++;
                yield failed(failed);
            }
        };
    }

    /** What the relay refuses while the first connection is up, it refuses to one connection too many. */
    private Duration failed(Dialed.Failed failed) throws InterruptedException {
        Optional<Refusal> refusal = dialling.refusal(failed);
        if (refusal.isPresent() && first.isUp()) {
            share.refused(refusal.get().text());
        }
        return backoff.delay(Duration.ofSeconds(failed.retryAfterSeconds()));
    }

    private void connection(RelaySocket socket) throws InterruptedException {
        fruitless++;
        try {
            LiveConnection.Terms terms = new LiveConnection.Terms(
                    common.source(),
                    common.bases(),
                    first.information(),
                    common.lessons().learned());
            SessionScope open = SessionScope.further(name(), terms, common.pace(), socket, parts);
            try (open) {
                keep(new LiveConnection(terms, share, open.session(), common.counts(), parts, warnings::warn));
            }
        } finally {
            socket.abort();
        }
    }

    private void keep(LiveConnection live) throws InterruptedException {
        long began = parts.wall().seconds();
        try {
            live.open();
            live.oweGap();
            Optional<Signal.Ended> ended = Optional.empty();
            while (ended.isEmpty()) {
                fruitless = share.hasKept() ? 0 : fruitless;
                ended = live.next(true, () -> {});
            }
            backoff.ended(ended.get().nanos());
            LOG.info(
                    "{} {}: {}",
                    common.source().relay(),
                    name(),
                    ended.get().end().detail());
        } finally {
            share.lost(live.close());
        }
        common.lessons().add(live.learned(), began);
    }
}
