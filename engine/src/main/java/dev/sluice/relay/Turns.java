package dev.sluice.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.Account;
import dev.sluice.archive.Pace;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who is worked for. Virtual threads run in the order in which they are ready, so that a client that asks for little would
 * wait behind everybody who asks for much. Here a few are worked for at a time, and of those who wait whoever's address has
 * had the least time comes first (start-time fair queuing, as for the archive's readers). A turn rests while the
 * archive reads for it or its client does not read; one that stands still for another reason is lent to the next.
 */
final class Turns {

    /** Whoever was worked for so long lets others pass, if any wait. */
    static final Duration SLICE = Duration.ofMillis(2);

    /** Whoever has neither rested nor passed a point where others could pass for so long is taken to wait for something. */
    static final Duration STILL = Duration.ofMillis(20);

    private final int most;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final PriorityQueue<Turn> waiting = new PriorityQueue<>(
            Comparator.<Turn>comparingLong(turn -> turn.stand).thenComparingLong(turn -> turn.number));

    /** Those that count: without those that are lent. */
    @GuardedBy("lock")
    private final List<Turn> working = new ArrayList<>();

    @GuardedBy("lock")
    private long asked;

    /** Where the turn stood that began last; it never falls. */
    @GuardedBy("lock")
    private long standing;

    /** Read without the lock: a number that is a little old does no harm. */
    private volatile int queued;

    /** @param most turns at a time */
    Turns(int most, Time time) {
        this.most = most;
        this.time = time;
    }

    /** As many as keep the cores busy while some of them wait for the archive. */
    static Turns ofThisMachine(Time time) {
        return new Turns(Math.max(4, 2 * Runtime.getRuntime().availableProcessors()), time);
    }

    /** How many wait. */
    int queued() {
        return queued;
    }

    /** The turns of a client. */
    Turn of(Account account) {
        return new Turn(account);
    }

    /** One client's. The thread that has begun it passes it on and ends it; calls of other threads do nothing. */
    final class Turn implements Pace {

        private final Account account;
        private final Condition granted = lock.newCondition();

        // of the outer lock, which no annotation could say here; the first two never change while it waits
        private long stand;
        private long number;
        private boolean mayWork;

        private volatile boolean lent;
        private volatile @Nullable Thread worker;
        private volatile long sinceNanos;

        private Turn(Account account) {
            this.account = account;
        }

        /** Blocks until it is this client's turn, unless it still is. */
        void begin() throws InterruptedException {
            if (worker == Thread.currentThread()) {
                pass();
                return;
            }
            leftBehind();
            lock.lockInterruptibly();
            try {
                enqueue(this);
                awaitTurn(this);
                worker = Thread.currentThread();
            } finally {
                lock.unlock();
            }
        }

        /** The same, and an interrupt is kept instead of ending it. */
        void hold() {
            if (worker == Thread.currentThread()) {
                pass();
            } else {
                leftBehind();
                goesOn();
            }
        }

        /** One thread at a time works for a client: another that has not ended its turn is gone. */
        private void leftBehind() {
            if (worker != null) {
                worker = null;
                finish(this);
            }
        }

        /** Others may work. */
        void end() {
            if (worker == Thread.currentThread()) {
                worker = null;
                finish(this);
            }
        }

        /** Lets others pass if it has had its slice and any wait, or if it was taken to wait itself. */
        void pass() {
            if (worker != Thread.currentThread()) {
                return;
            }
            long had = time.nanos() - sinceNanos;
            if (lent || (queued > 0 && had >= SLICE.toNanos())) {
                end();
                goesOn();
            }
        }

        @Override
        public boolean rests() {
            boolean mine = worker == Thread.currentThread();
            end();
            return mine;
        }

        /** Not ended by an interrupt, which is kept: what has begun to be sent is sent. */
        @Override
        public void goesOn() {
            boolean interrupted = false;
            lock.lock();
            try {
                enqueue(this);
                while (!mayWork) {
                    try {
                        awaitGrant(this);
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
                worker = Thread.currentThread();
            } finally {
                lock.unlock();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    @GuardedBy("lock")
    private void enqueue(Turn turn) {
        turn.stand = turn.account.stand(standing);
        turn.number = asked++;
        waiting.add(turn);
        grant();
    }

    @GuardedBy("lock")
    private void awaitTurn(Turn turn) throws InterruptedException {
        try {
            while (!turn.mayWork) {
                awaitGrant(turn);
            }
        } catch (InterruptedException cancelled) {
            withdraw(turn);
            throw cancelled;
        }
    }

    @GuardedBy("lock")
    private void awaitGrant(Turn turn) throws InterruptedException {
        time.await(lock, turn.granted, time.after(STILL));
        if (!turn.mayWork) {
            lend();
        }
    }

    /** Those that stand still do not count any more. */
    @GuardedBy("lock")
    private void lend() {
        long now = time.nanos();
        working.removeIf(turn -> {
            boolean still = now - turn.sinceNanos >= STILL.toNanos();
            turn.lent |= still;
            return still;
        });
        grant();
    }

    /** An interrupt may come when the turn has just been granted. */
    @GuardedBy("lock")
    private void withdraw(Turn turn) {
        turn.mayWork = false;
        waiting.remove(turn);
        working.remove(turn);
        turn.account.charge(0);
        grant();
    }

    private void finish(Turn turn) {
        long had = time.nanos() - turn.sinceNanos;
        lock.lock();
        try {
            // who was taken to wait has not had more
            turn.account.charge(turn.lent ? Math.min(had, STILL.toNanos()) : had);
            turn.mayWork = false;
            working.remove(turn);
            grant();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void grant() {
        while (working.size() < most && !waiting.isEmpty()) {
            Turn next = waiting.remove();
            standing = Math.max(standing, next.stand);
            next.mayWork = true;
            next.lent = false;
            next.sinceNanos = time.nanos();
            working.add(next);
            next.granted.signal();
        }
        queued = waiting.size();
    }
}
