package dev.sluice.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.intake.Delivery;
import dev.sluice.nostr.Event;
import dev.sluice.time.Time;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What has come for a request, and how its stored part ended: told by the session's reader, waited for by the request's
 * owner.
 */
final class StoredPart {
    private final Time time;
    private final boolean live;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final ArrivalCounter arrivals;

    @GuardedBy("lock")
    private @Nullable Terminal terminal;

    @GuardedBy("lock")
    private long progressNanos;

    @GuardedBy("lock")
    private @Nullable Refusal held;

    // written by the reader, read by any
    private volatile boolean answered;
    private volatile boolean tainted;
    private volatile boolean closedByRelay;

    // written by the owner, read by any
    private volatile boolean handedOver;
    private volatile boolean closing;

    StoredPart(Query query, Time time) {
        this.time = time;
        this.live = query.live();
        this.arrivals = new ArrivalCounter(query.filters(), live);
        this.progressNanos = time.nanos();
    }

    /** How long the owner waits, on the clock of {@link Time#nanos}. Asked under the lock. */
    interface Patience {
        /** Whether the relay, which has said nothing yet, waits to be told who asks. */
        boolean isWithheld();

        /** When the wait is over, without progress since a moment. */
        long deadline(long progressNanos);

        /** A deadline, or the earlier moment at which {@link #isWithheld} has to be asked again. */
        long next(long deadline);

        /** The deadline has passed. */
        void gaveUp();
    }

    // what the owner calls

    Arrivals arrivals() {
        lock.lock();
        try {
            return arrivals.arrivals();
        } finally {
            lock.unlock();
        }
    }

    Optional<Event> sample() {
        lock.lock();
        try {
            return arrivals.sample();
        } finally {
            lock.unlock();
        }
    }

    /** Blocks until it has ended; empty when the relay wants to know us first. */
    Optional<Terminal> await(Patience patience) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (terminal == null && held == null && (answered || !patience.isWithheld())) {
                long deadline = patience.deadline(progressNanos);
                if (time.reached(deadline)) {
                    patience.gaveUp();
                    terminal = new Terminal.Idle();
                } else {
                    time.await(lock, changed, patience.next(deadline));
                }
            }
            return Optional.ofNullable(terminal);
        } finally {
            lock.unlock();
        }
    }

    /** The refusal that made the relay's knowing us the next step; empty when it has only said nothing. */
    Optional<Refusal> held() {
        lock.lock();
        try {
            return Optional.ofNullable(held);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the slot has gone on to another request. */
    boolean isHandedOver() {
        return handedOver;
    }

    /**
     * Nothing more is wanted: what it takes to say so, the first time.
     *
     * @param handsOver whether the slot goes on to another request
     */
    Closing close(boolean handsOver) {
        lock.lock();
        try {
            Closing way = closing ? Closing.DONE : Closing.of(terminal, closedByRelay);
            handedOver |= handsOver && !closing;
            closing = true;
            return way;
        } finally {
            lock.unlock();
        }
    }

    // what the reader calls

    /** Leaves it to the waiting owner to make us known. False when it has ended. */
    boolean hold(Refusal refusal) {
        lock.lock();
        try {
            if (terminal != null || closing) {
                return false;
            }
            held = refusal;
            answered = true;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether what comes still goes on to the lane. */
    boolean accepts() {
        lock.lock();
        try {
            return !closing && (terminal == null || (live && terminal instanceof Terminal.Eose));
        } finally {
            lock.unlock();
        }
    }

    /** Counts an event by what became of it. An event that was asked for is progress. */
    void count(Event event, Delivery delivery) {
        lock.lock();
        try {
            answered = true;
            arrivals.count(event, delivery);
            if (delivery == Delivery.QUEUED) {
                progressNanos = time.nanos();
            }
            if (terminal == null && arrivals.floods()) {
                terminal = new Terminal.Flooded();
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    void countMalformed() {
        lock.lock();
        try {
            answered = true;
            arrivals.countMalformed();
        } finally {
            lock.unlock();
        }
    }

    /** Ends it, unless it has ended before. */
    boolean end(Terminal how) {
        lock.lock();
        try {
            boolean first = terminal == null;
            if (first) {
                terminal = how instanceof Terminal.Eose eose ? new Terminal.Eose(eose.hint(), tainted) : how;
                answered = true;
                changed.signalAll();
            }
            return first;
        } finally {
            lock.unlock();
        }
    }

    void closedByRelay() {
        closedByRelay = true;
    }

    boolean isClosing() {
        return closing;
    }

    boolean isUnanswered() {
        return !answered && !closing;
    }

    boolean isPending() {
        lock.lock();
        try {
            return terminal == null && !closing;
        } finally {
            lock.unlock();
        }
    }

    void taint() {
        tainted = true;
    }
}
