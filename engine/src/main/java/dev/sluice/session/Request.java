package dev.sluice.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.budget.Slot;
import dev.sluice.intake.Delivery;
import dev.sluice.intake.Receipt;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One REQ on the wire, from its registration to the return of its slot. The session's reader tells it what comes; one
 * owner waits for its terminal and closes it. A request that is live stays open after its EOSE.
 */
public final class Request implements AutoCloseable {
    /** Without progress for so long a request is given up (RULES 4.6). */
    public static final Duration IDLE = Duration.ofMinutes(2);

    /** However much progress it makes, a transient request ends by then (RULES 4.6). */
    static final Duration LONGEST = Duration.ofMinutes(10);

    private final RelaySession session;
    private final SubscriptionId id;
    private final List<Filter> filters;
    private final Slot slot;
    private final Receipt receipt;
    private final boolean live;
    private final long number;
    private final long startNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final ArrivalCounter arrivals;

    @GuardedBy("lock")
    private @Nullable Terminal terminal;

    @GuardedBy("lock")
    private long progressNanos;

    @GuardedBy("lock")
    private boolean answered;

    @GuardedBy("lock")
    private boolean tainted;

    @GuardedBy("lock")
    private boolean closedByRelay;

    @GuardedBy("lock")
    private boolean closing;

    Request(RelaySession session, long number, List<Filter> filters, Slot slot, Receipt receipt, boolean live) {
        this.session = session;
        this.number = number;
        this.id = new SubscriptionId("r" + Long.toString(number, Character.MAX_RADIX));
        this.filters = List.copyOf(filters);
        this.slot = slot;
        this.receipt = receipt;
        this.live = live;
        this.startNanos = session.time().nanos();
        this.progressNanos = startNanos;
        this.arrivals = new ArrivalCounter(this.filters, live);
    }

    public List<Filter> filters() {
        return filters;
    }

    /** What becomes of the events of this request. */
    public Receipt receipt() {
        return receipt;
    }

    /** What was delivered so far; complete once the terminal was seen. Not kept for live requests. */
    public Arrivals arrivals() {
        lock.lock();
        try {
            return arrivals.arrivals();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Blocks until the stored part has ended, at most until the watchdog gives it up, which begins an incomplete pause.
     * An interrupt ends the wait; the request then still has to be closed.
     */
    public Terminal await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (terminal == null) {
                long deadline = deadline();
                if (session.time().reached(deadline)) {
                    session.gaveUp();
                    terminal = new Terminal.Idle();
                } else {
                    session.time().await(lock, changed, deadline);
                }
            }
            return terminal;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the request and gives its slot back. Before the relay has ended it, CLOSE is sent first; before EOSE the slot
     * rests until the relay answers or a few seconds have passed. Again does nothing.
     */
    @Override
    public void close() {
        Closing way = closing();
        switch (way) {
            case DONE -> {}
            case RELEASE -> session.retire(this);
            case SEND -> {
                if (session.sendClose(id)) {
                    session.retire(this);
                }
            }
            case SEND_AND_REST -> {
                if (session.sendClose(id)) {
                    session.rest(this);
                }
            }
        }
    }

    private enum Closing {
        DONE,
        RELEASE,
        SEND,
        SEND_AND_REST
    }

    private Closing closing() {
        lock.lock();
        try {
            if (closing) {
                return Closing.DONE;
            }
            closing = true;
            if (closedByRelay || terminal instanceof Terminal.Gone) {
                return Closing.RELEASE;
            }
            boolean ended = terminal instanceof Terminal.Eose || terminal instanceof Terminal.Refused;
            return ended ? Closing.SEND : Closing.SEND_AND_REST;
        } finally {
            lock.unlock();
        }
    }

    /** Progress, or the end of a time in which we took nothing from the wire, moves it. */
    @GuardedBy("lock")
    private long deadline() {
        long quietSince = session.quietSince(progressNanos);
        long idle = quietSince + IDLE.toNanos();
        long longest = startNanos + LONGEST.toNanos();
        return !live && longest - idle < 0 ? longest : idle;
    }

    // what the session's reader calls

    RelaySession session() {
        return session;
    }

    /** Counts the requests of the session in the order in which they were sent. */
    long number() {
        return number;
    }

    boolean asksByIdOnly() {
        return filters.stream().allMatch(filter -> filter.ids() != null);
    }

    SubscriptionId id() {
        return id;
    }

    Slot slot() {
        return slot;
    }

    boolean isLive() {
        return live;
    }

    /** Whether what comes for it still goes on to the lane. */
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
                progressNanos = session.time().nanos();
            }
            if (terminal == null && arrivals.floods()) {
                terminal = new Terminal.Flooded();
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A frame for this request held no well-formed event. */
    void deliverMalformed() {
        lock.lock();
        try {
            answered = true;
            arrivals.countMalformed();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stored part, unless it has ended before. */
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

    /** The relay has said CLOSED: nothing needs to be sent to end it. */
    void closedByRelay() {
        lock.lock();
        try {
            closedByRelay = true;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the relay has said nothing to it yet. */
    boolean isUnanswered() {
        lock.lock();
        try {
            return !answered && !closing;
        } finally {
            lock.unlock();
        }
    }

    /** Whether its stored part has not ended. */
    boolean isPending() {
        lock.lock();
        try {
            return terminal == null && !closing;
        } finally {
            lock.unlock();
        }
    }

    /** The relay complained of something before the EOSE. */
    void taint() {
        lock.lock();
        try {
            tainted = true;
        } finally {
            lock.unlock();
        }
    }
}
