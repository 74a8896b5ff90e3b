package dev.sluice.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Allotment;
import dev.sluice.plan.Bounds;
import dev.sluice.plan.Chunk;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Room;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one relay: how many there are, and what each keeps live. The first has the relay's history; further
 * ones are opened one at a time, where what is essential has no room on fewer (RULES 6.3), and never against the relay's
 * will. Any thread may call, but for what says otherwise.
 */
final class RelayTeam implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RelayTeam.class);

    /** When the first connection ends so soon after a further one has come, the relay keeps only the newest. */
    private static final Duration SOON = Duration.ofSeconds(3);

    private final RelayUrl relay;
    private final int allowed;
    private final Parts parts;
    private final Share first;
    private final FirstConnection connection = new FirstConnection();

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Demands wanted;

    @GuardedBy("lock")
    private Allotment allotment;

    /** Closed without the lock. */
    private final FurtherConnections further;

    @GuardedBy("lock")
    private final TeamSize size;

    /** @param allowed connections, by the operator */
    RelayTeam(RelayUrl relay, Demands wanted, int allowed, Parts parts) {
        this.relay = relay;
        this.allowed = allowed;
        this.parts = parts;
        this.wanted = wanted;
        this.allotment = Allotment.of(wanted);
        this.size = new TeamSize(allowed);
        this.further = new FurtherConnections(relay.toString());
        this.first = new Share(0, this);
    }

    Share first() {
        return first;
    }

    /** Some moment that was long ago. */
    long longAgo() {
        return parts.time().nanos() - SOON.toNanos();
    }

    /** What others have to know of the first connection. */
    FirstConnection connection() {
        return connection;
    }

    // of the first connection's thread

    /** Who runs a further connection. */
    void workers(Function<Share, ShardWorker> maker) {
        lock.lock();
        try {
            further.workers(maker);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The first connection is up. Blocks a little.
     *
     * @param now where its history hears of what is owed
     */
    void begins(Information said, HistoryNews now) throws InterruptedException {
        long remembered = RelayMemory.number(parts.catalogue(), relay, RelayMemory.MAX_CONNECTIONS, parts.wall())
                .orElse(allowed);
        int known = said.software().connections().orElse(allowed);
        lock.lock();
        try {
            size.most((int) Math.min(allowed, Math.min(known, remembered)));
        } finally {
            lock.unlock();
        }
        connection.begins(said, now);
    }

    /** The first connection has ended: others stay, unless it was ended for one of them. Blocks a little. */
    void ended(long nanos) throws InterruptedException {
        connection.ended();
        Optional<Share> newest;
        lock.lock();
        try {
            newest = further.shares().stream()
                    .filter(share -> share.connectedNanos() - nanos > -SOON.toNanos())
                    .findFirst();
        } finally {
            lock.unlock();
        }
        if (newest.isPresent()) {
            refused(newest.get(), "the first was ended for it");
        }
    }

    /** The relay wants no others beside the first connection, if there are any: they make way. Blocks a little. */
    void makeWay(String words) throws InterruptedException {
        Optional<Share> other;
        lock.lock();
        try {
            other = further.shares().stream().findFirst();
        } finally {
            lock.unlock();
        }
        if (other.isPresent()) {
            refused(other.get(), words);
            review();
        }
    }

    /** Something else is wanted. */
    void want(Demands other) {
        lock.lock();
        try {
            wanted = other;
        } finally {
            lock.unlock();
        }
    }

    /** What has been learned of the relay is void. */
    void forget() {
        lock.lock();
        try {
            size.forget();
        } finally {
            lock.unlock();
        }
    }

    /** Looks at it anew: how many connections there are to be, and whether a change of their number has come about. */
    private void review() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            further.check();
            Allotment before = allotment;
            List<Demands> now = before.parts();
            List<Share> shares = shares();
            Demands current = LivePlanning.current(wanted, parts.wall().seconds());
            allotment = before.next(
                    current,
                    size.needed(current, before.target()),
                    i -> i < shares.size() && shares.get(i).keeps(now.get(i)));
            further.number(allotment.parts().size() - 1, number -> new Share(number, this));
            boolean other = before.held().size() != allotment.held().size();
            if (allotment.move().isEmpty() && (other || before.move().isPresent())) {
                shares().forEach(Share::late);
            }
            if (other) {
                LOG.info(
                        "{}: live coverage is spread over {} connections",
                        relay,
                        allotment.held().size());
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private List<Share> shares() {
        return Stream.concat(Stream.of(first), further.shares().stream()).toList();
    }

    // of any connection's thread

    /** The part of a connection; the first one's thread looks at it anew. */
    Demands part(Share share, Bounds bounds, Room room) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            size.fits(share, bounds, room);
        } finally {
            lock.unlock();
        }
        return part(share);
    }

    Demands part(Share share) throws InterruptedException {
        if (share.isFirst()) {
            review();
        }
        lock.lockInterruptibly();
        try {
            List<Demands> all = allotment.parts();
            // one that is leaving has none
            return share.number() < all.size() ? all.get(share.number()) : Demands.NONE;
        } finally {
            lock.unlock();
        }
    }

    /** A further connection was refused: there are no more than those before it, for as long as that is remembered. */
    void refused(Share share, String words) throws InterruptedException {
        share.giveUp();
        RelayMemory.remember(parts.catalogue(), relay, RelayMemory.MAX_CONNECTIONS, share.number(), parts.wall());
        lock.lock();
        try {
            size.atMost(share.number());
        } finally {
            lock.unlock();
        }
        LOG.warn("{}: no more connections than {} from now on: {}", relay, share.number(), words);
    }

    // for any thread

    boolean isMoving() {
        lock.lock();
        try {
            return allotment.move().isPresent();
        } finally {
            lock.unlock();
        }
    }

    /** Whether there is more than one connection, or is to be. */
    boolean isShared() {
        lock.lock();
        try {
            return allotment.parts().size() > 1 || further.areAny();
        } finally {
            lock.unlock();
        }
    }

    /** What is not live on any connection since all together would weigh too much for the relay. */
    List<Chunk> rest() {
        return all(Share::rest);
    }

    /** What comes by turns, not being live on any connection. */
    List<Chunk> rotating() {
        return all(Share::rotating);
    }

    /** The connections, the first one first. */
    List<RelayStatus.Connection> connections() {
        return all(share -> List.of(share.connection()));
    }

    private <T> List<T> all(Function<Share, List<T>> some) {
        lock.lock();
        try {
            return further.shares().isEmpty()
                    ? some.apply(first)
                    : shares().stream()
                            .flatMap(share -> some.apply(share).stream())
                            .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Where the relay stands: live once all that is to be live is so on all connections. */
    Progress.State state() {
        lock.lock();
        try {
            boolean opening = allotment.move().isPresent()
                    || further.shares().stream().anyMatch(share -> share.state() != Progress.State.LIVE);
            return switch (first.state()) {
                case LIVE, HISTORY_ONLY -> opening ? Progress.State.OPENING : first.state();
                case WAITING, DIALLING, OPENING, ENDED -> first.state();
            };
        } finally {
            lock.unlock();
        }
    }

    /** Ends all further connections in order and blocks until they have ended. */
    @Override
    public void close() {
        further.close();
    }
}
