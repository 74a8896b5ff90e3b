package dev.sluice.session;

import dev.sluice.budget.Slot;
import dev.sluice.intake.Delivery;
import dev.sluice.intake.Receipt;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
    private final StoredPart stored;

    // written before it is sent, read by any
    private volatile int bytes;

    // written by the owner, read by any
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
        this.stored = new StoredPart(query, session.time());
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
        return latest().stored.arrivals();
    }

    /** Some event that came for it, whether it was asked for or not; unverified. */
    public Optional<Event> sample() {
        return latest().stored.sample();
    }

    /**
     * Blocks until the stored part has ended, at most until the watchdog gives it up, which begins an incomplete pause.
     * An interrupt ends the wait; the request then still has to be closed.
     */
    public Terminal await() throws InterruptedException {
        Request last = latest();
        Optional<Terminal> end = last.stored.await(last.new Watchdog());
        return end.isPresent() ? end.get() : session.retry().sendAgain(last);
    }

    /** How long the answer may take. */
    private final class Watchdog implements StoredPart.Patience {

        @Override
        public boolean isWithheld() {
            return !standing.again()
                    && session.time().reached(startNanos + WITHHELD.toNanos())
                    && session.authentication().isAsked();
        }

        /** Progress, or the end of a time in which we took nothing from the wire, moves it. */
        @Override
        public long deadline(long progressNanos) {
            long idle = session.quietSince(progressNanos) + IDLE.toNanos();
            long longest = startNanos + LONGEST.toNanos();
            return !query.live() && longest - idle < 0 ? longest : idle;
        }

        @Override
        public long next(long deadline) {
            long withheld = startNanos + WITHHELD.toNanos();
            return session.time().reached(withheld) || deadline - withheld < 0 ? deadline : withheld;
        }

        @Override
        public void gaveUp() {
            session.gaveUp();
        }
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
        switch (stored.close(false)) {
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

    /**
     * Ends the request like {@link #close}, but hands its slot over at once: to what takes its place on the wire, which the
     * relay reads after our CLOSE. Empty when it was closed before or the connection is over.
     */
    Optional<Slot> handOver() {
        return latest().handOverThis();
    }

    private Optional<Slot> handOverThis() {
        boolean mine = switch (stored.close(true)) {
            case DONE -> false;
            case RELEASE -> true;
            case SEND, SEND_AND_REST -> session.sendClose(id);
        };
        if (!mine) {
            return Optional.empty();
        }
        session.forget(this);
        return Optional.of(slot);
    }

    // what a retry calls

    /** The refusal that made the relay's knowing us the next step; empty when it has only said nothing. */
    Optional<Refusal> held() {
        return stored.held();
    }

    /** The request that takes the place of this one, for which nothing more comes. */
    Request followedBy(long nextNumber) {
        switch (stored.close(true)) {
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

    /** Gives its slot back, unless another request has it. */
    void release() {
        if (!stored.isHandedOver()) {
            slot.close();
        }
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

    boolean isAwaited() {
        return query.awaited();
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
        return stored.hold(refusal);
    }

    /** Whether what comes for it still goes on to the lane. */
    boolean accepts() {
        return stored.accepts();
    }

    /** Counts an event by what became of it. An event that was asked for is progress. */
    void count(Event event, Delivery delivery) {
        stored.count(event, delivery);
    }

    /** A frame for this request held no well-formed event. */
    void deliverMalformed() {
        stored.countMalformed();
    }

    /** Ends the stored part, unless it has ended before. */
    boolean end(Terminal how) {
        return stored.end(how);
    }

    /** The relay has said CLOSED: nothing needs to be sent to end it. */
    void closedByRelay() {
        stored.closedByRelay();
    }

    boolean isClosing() {
        return stored.isClosing();
    }

    /** Whether the relay has said nothing to it yet. */
    boolean isUnanswered() {
        return stored.isUnanswered();
    }

    /** Whether its stored part has not ended. */
    boolean isPending() {
        return stored.isPending();
    }

    /** The relay complained of something before the EOSE. */
    void taint() {
        stored.taint();
    }
}
