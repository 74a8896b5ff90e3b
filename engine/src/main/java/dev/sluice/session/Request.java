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
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One REQ on the wire, from its registration to the return of its slot. The session's reader tells it what comes; one
 * owner waits for its terminal and closes it. A request that is live stays open after its EOSE. What is refused until the
 * relay knows us is sent again while its owner waits, once, as a request of its own that takes this one's place.
 */
public final class Request implements AutoCloseable {
    /** Without progress for so long a request is given up (RULES 4.6). */
    public static final Duration IDLE = Duration.ofMinutes(2);

    /** However much progress it makes, a transient request ends by then (RULES 4.6). */
    static final Duration LONGEST = Duration.ofMinutes(10);

    /** A relay that has asked who we are and then says nothing for so long waits for the answer. */
    static final Duration WITHHELD = Duration.ofSeconds(30);

    private final RelaySession session;
    private final SubscriptionId id;
    private final Query query;
    private final Slot slot;
    private final Receipt receipt;
    private final long number;
    private final Optional<Request> before;
    private final Authentication.Standing standing;
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
    private @Nullable Refusal held;

    // written before it is sent, read by any
    private volatile int bytes;

    // written by the reader, read by any
    private volatile boolean answered;
    private volatile boolean tainted;
    private volatile boolean closedByRelay;

    // written by the owner, read by any
    private volatile boolean closing;
    private volatile @Nullable Request next;

    /** @param before the refused request whose place it takes, under the same slot */
    Request(RelaySession session, long number, Query query, Slot slot, Optional<Request> before) {
        this.session = session;
        this.number = number;
        this.id = new SubscriptionId("r" + Long.toString(number, Character.MAX_RADIX));
        this.query = query;
        this.slot = slot;
        this.receipt = session.receipt(query);
        this.before = before;
        this.standing = session.authentication().standing(before.isPresent());
        this.startNanos = session.time().nanos();
        this.progressNanos = startNanos;
        this.arrivals = new ArrivalCounter(query.filters(), query.live());
    }

    public List<Filter> filters() {
        return query.filters();
    }

    /** What becomes of the events of this request. */
    public Receipt receipt() {
        return latest().receipt;
    }

    private Request latest() {
        Request last = next;
        return last == null ? this : last;
    }

    /** What was delivered so far; complete once the terminal was seen. Not kept for live requests. */
    public Arrivals arrivals() {
        return latest().ownArrivals();
    }

    private Arrivals ownArrivals() {
        lock.lock();
        try {
            return arrivals.arrivals();
        } finally {
            lock.unlock();
        }
    }

    /** Some event that came for it, whether it was asked for or not; unverified. */
    public Optional<Event> sample() {
        return latest().ownSample();
    }

    private Optional<Event> ownSample() {
        lock.lock();
        try {
            return arrivals.sample();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Blocks until the stored part has ended, at most until the watchdog gives it up, which begins an incomplete pause.
     * An interrupt ends the wait; the request then still has to be closed.
     */
    public Terminal await() throws InterruptedException {
        Request last = latest();
        Optional<Terminal> end = last.awaitEnd();
        return end.isPresent() ? end.get() : session.retry().sendAgain(last);
    }

    /** Blocks until the stored part has ended; empty when the relay wants to know us first. */
    private Optional<Terminal> awaitEnd() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (terminal == null && held == null && !isWithheld()) {
                long deadline = deadline();
                if (session.time().reached(deadline)) {
                    session.gaveUp();
                    terminal = new Terminal.Idle();
                } else {
                    session.time().await(lock, changed, earlier(deadline));
                }
            }
            return Optional.ofNullable(terminal);
        } finally {
            lock.unlock();
        }
    }

    private boolean isWithheld() {
        return !answered
                && !standing.again()
                && session.time().reached(startNanos + WITHHELD.toNanos())
                && session.authentication().isAsked();
    }

    /** A deadline, or the moment at which an answer counts as withheld. */
    private long earlier(long deadline) {
        long withheld = startNanos + WITHHELD.toNanos();
        return session.time().reached(withheld) || deadline - withheld < 0 ? deadline : withheld;
    }

    /**
     * Ends the request and gives its slot back. Before the relay has ended it, CLOSE is sent first; before EOSE the slot
     * rests until the relay answers or a few seconds have passed. Again does nothing.
     */
    @Override
    public void close() {
        latest().closeThis();
    }

    private void closeThis() {
        switch (closing()) {
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

    private Closing closing() {
        lock.lock();
        try {
            Closing way = closing ? Closing.DONE : Closing.of(terminal, closedByRelay);
            closing = true;
            return way;
        } finally {
            lock.unlock();
        }
    }

    /** Progress, or the end of a time in which we took nothing from the wire, moves it. */
    @GuardedBy("lock")
    private long deadline() {
        long idle = session.quietSince(progressNanos) + IDLE.toNanos();
        long longest = startNanos + LONGEST.toNanos();
        return !query.live() && longest - idle < 0 ? longest : idle;
    }

    // what a retry calls

    /** The refusal that made the relay's knowing us the next step; empty when it has only said nothing. */
    Optional<Refusal> held() {
        lock.lock();
        try {
            return Optional.ofNullable(held);
        } finally {
            lock.unlock();
        }
    }

    /** The request that takes the place of this one, for which nothing more comes. */
    Request followedBy(long nextNumber) {
        switch (closing()) {
            case DONE, RELEASE -> {}
            case SEND, SEND_AND_REST -> {
                var unused = session.sendClose(id);
            }
        }
        receipt.finish();
        Request following = new Request(session, nextNumber, query, slot, Optional.of(this));
        next = following;
        return following;
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
        return query.filters().stream().allMatch(filter -> filter.ids() != null);
    }

    SubscriptionId id() {
        return id;
    }

    Slot slot() {
        return slot;
    }

    void weighs(int wireBytes) {
        bytes = wireBytes;
    }

    /** The bytes of its REQ on the wire. */
    public int bytes() {
        return bytes;
    }

    long startNanos() {
        return startNanos;
    }

    boolean isLive() {
        return query.live();
    }

    Authentication.Standing standing() {
        return standing;
    }

    /** What its owner knows it as. */
    Request origin() {
        return before.orElse(this);
    }

    /** Leaves it to the waiting owner to make us known. False when the stored part has ended. */
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

    /** Whether what comes for it still goes on to the lane. */
    boolean accepts() {
        lock.lock();
        try {
            return !closing && (terminal == null || (query.live() && terminal instanceof Terminal.Eose));
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
        closedByRelay = true;
    }

    boolean isClosing() {
        return closing;
    }

    /** Whether the relay has said nothing to it yet. */
    boolean isUnanswered() {
        return !answered && !closing;
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
        tainted = true;
    }
}
