package dev.sluice.budget;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.budget.Admission.Granted;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.metrics.SlotAdmission;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The subscription slots of one connection, from which everything draws: live subscriptions, pages, negentropy sessions.
 * A new connection gets a new ledger; nothing is carried over.
 *
 * <p>Demands are served by rank, and first come first served within a rank; one whose class is at its ceiling lets those
 * of other classes pass. Work that has not started waits as a {@link Demand}, which needs no thread. The lock guards
 * fields only: it is held across no wait, and whoever has been answered is told without it.
 */
public final class SlotLedger implements AutoCloseable {

    private final Metrics metrics;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final SlotBook book;

    @GuardedBy("lock")
    private long demands;

    private volatile boolean closed;

    /**
     * @param budget the number of subscriptions that the relay allows at once
     */
    public SlotLedger(int budget, Limits limits, Metrics metrics) {
        this.book = new SlotBook(this, new SlotCount(budget, limits), metrics);
        this.metrics = metrics;
    }

    /**
     * Blocks until a slot of this class is free. Refused when the ledger is closed, also while waiting, and when the
     * budget has no room for the class at all. An interrupt ends the wait and takes nothing.
     */
    public Admission await(SlotClass slotClass) throws InterruptedException {
        return awaitGroup(slotClass, 1);
    }

    /**
     * The same for so many slots at once or none. While a live group waits for slots to come back, no transient work
     * takes them. For callers that hold no slot: one who does may wait for itself.
     */
    public Admission awaitGroup(SlotClass slotClass, int slots) throws InterruptedException {
        CountDownLatch answered = new CountDownLatch(1);
        Demand demand = enqueue(slotClass, slots, admission -> answered.countDown());
        boolean taken = false;
        try {
            answered.await();
            taken = true;
            return Objects.requireNonNull(demand.answer());
        } finally {
            if (!taken) {
                abandon(demand);
            }
        }
    }

    /**
     * Asks for a slot without waiting. The answer, which may come at once, is told on the thread that brought it about:
     * whoever is told must neither block nor give slots back.
     */
    public Demand enqueue(SlotClass slotClass, Consumer<Admission> told) {
        return enqueue(slotClass, 1, told);
    }

    /**
     * Takes so many slots at once or none, and answers immediately. It may pass those who wait: use it for live groups,
     * which are admitted whole.
     */
    public Admission tryGroup(SlotClass slotClass, int slots) {
        atLeastOne(slots);
        SlotAdmission record = SlotAdmission.begun(slotClass.name(), slots);
        boolean granted = false;
        lock.lock();
        try {
            Admission answer = book.tryGrant(slotClass, slots);
            granted = answer instanceof Granted;
            return answer;
        } finally {
            lock.unlock();
            record.ended(granted);
        }
    }

    /** Slots that nobody holds. */
    public int free() {
        lock.lock();
        try {
            return book.count().free();
        } finally {
            lock.unlock();
        }
    }

    /** What live subscriptions and the margin leave for transient requests, held by them or not. */
    public int residual() {
        lock.lock();
        try {
            return book.count().residual();
        } finally {
            lock.unlock();
        }
    }

    /** How many slots of a class there can be at most, if nothing else is held. */
    public int most(SlotClass slotClass) {
        lock.lock();
        try {
            return book.count().most(slotClass);
        } finally {
            lock.unlock();
        }
    }

    public int held(SlotClass slotClass) {
        lock.lock();
        try {
            return book.count().held(slotClass);
        } finally {
            lock.unlock();
        }
    }

    /** Demands without an answer. */
    public int waiting() {
        lock.lock();
        try {
            return book.waiting();
        } finally {
            lock.unlock();
        }
    }

    public int budget() {
        lock.lock();
        try {
            return book.count().budget();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The relay has refused a request, whose slot is still held, because too many are open. The budget falls to the
     * number that the relay named, or else, as it does to a number that can't be true, to three quarters of what is held.
     * While more is held than the budget allows, a refusal without a number tells of the same excess: it changes nothing.
     * Grants stop until enough slots have come back; none is revoked. Demands of a class that no longer has any room are
     * refused.
     */
    public void overdrawn(OptionalLong stated) {
        List<Demand> answered;
        lock.lock();
        try {
            answered = book.overdrawn(stated);
        } finally {
            lock.unlock();
        }
        tell(answered);
    }

    /** Ends the ledger with its connection: all who wait are refused. Slots given back later change nothing. */
    @Override
    public void close() {
        List<Demand> answered;
        lock.lock();
        try {
            closed = true;
            answered = book.refuseAll();
        } finally {
            lock.unlock();
        }
        tell(answered);
    }

    /** False once the connection is over. */
    public boolean isOpen() {
        return !closed;
    }

    void release(Slot slot) {
        List<Demand> answered = List.of();
        lock.lock();
        try {
            if (slot.giveBack()) {
                book.giveBack(slot.slotClass());
                answered = book.serve();
            }
        } finally {
            lock.unlock();
        }
        tell(answered);
    }

    boolean withdraw(Demand demand) {
        List<Demand> answered = List.of();
        boolean withdrawn;
        lock.lock();
        try {
            withdrawn = book.withdraw(demand);
            if (withdrawn) {
                answered = book.serve();
            }
        } finally {
            lock.unlock();
        }
        tell(answered);
        return withdrawn;
    }

    /** An interrupt may come with the grant: then the slots go back. */
    private void abandon(Demand demand) {
        if (!withdraw(demand) && demand.answer() instanceof Granted granted) {
            granted.slots().forEach(Slot::close);
        }
    }

    private Demand enqueue(SlotClass slotClass, int slots, Consumer<Admission> told) {
        atLeastOne(slots);
        Demand demand;
        List<Demand> answered;
        lock.lock();
        try {
            demand = new Demand(this, slotClass, slots, demands++, told);
            answered = book.enqueue(demand);
        } finally {
            lock.unlock();
        }
        if (answered.isEmpty()) {
            metrics.count(Counter.SLOT_WAITS);
        }
        tell(answered);
        return demand;
    }

    private static void tell(List<Demand> answered) {
        for (Demand demand : answered) {
            demand.tell();
        }
    }

    private static void atLeastOne(int slots) {
        if (slots < 1) {
            throw new IllegalArgumentException("slots below one: " + slots);
        }
    }
}
