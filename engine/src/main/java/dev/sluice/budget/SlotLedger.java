package dev.sluice.budget;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.budget.Admission.Granted;
import dev.sluice.budget.Admission.Reason;
import dev.sluice.budget.Admission.Refused;
import dev.sluice.budget.SlotClass.Rank;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The subscription slots of one connection, from which everything draws: live subscriptions, pages, negentropy sessions.
 * A new connection gets a new ledger; nothing is carried over.
 *
 * <p>Waiters are served by rank, and first come first served within a rank; one whose class is at its ceiling lets those
 * of other classes pass. The lock guards fields only and is never held across a wait for a slot.
 */
public final class SlotLedger implements AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final SlotCount count;

    @GuardedBy("lock")
    private final Map<Rank, Queue<Waiter>> waiting = new EnumMap<>(Rank.class);

    private volatile boolean closed;

    /**
     * @param budget the number of subscriptions that the relay allows at once
     */
    public SlotLedger(int budget, Limits limits) {
        if (budget < 1) {
            throw new IllegalArgumentException("budget below one: " + budget);
        }
        this.count = new SlotCount(budget, limits);
    }

    /**
     * Blocks until a slot of this class is free. Refused when the ledger is closed, also while waiting, and when the
     * budget has no room for the class at all. An interrupt ends the wait and takes nothing.
     */
    public Admission await(SlotClass slotClass) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (closed || !count.possible(slotClass, 1)) {
                return refused();
            }
            Waiter waiter = new Waiter(slotClass, lock.newCondition());
            queue(slotClass).add(waiter);
            serve();
            return answer(waiter);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes so many slots at once or none, and answers immediately. It may pass those who wait: use it for live groups,
     * which are admitted whole.
     */
    public Admission tryGroup(SlotClass slotClass, int slots) {
        if (slots < 1) {
            throw new IllegalArgumentException("slots below one: " + slots);
        }
        lock.lock();
        try {
            return closed || !count.fits(slotClass, slots) ? refused() : grant(slotClass, slots);
        } finally {
            lock.unlock();
        }
    }

    /** Slots that nobody holds. */
    public int free() {
        lock.lock();
        try {
            return count.free();
        } finally {
            lock.unlock();
        }
    }

    /** What live subscriptions and the margin leave for transient requests, held by them or not. */
    public int residual() {
        lock.lock();
        try {
            return count.residual();
        } finally {
            lock.unlock();
        }
    }

    public int held(SlotClass slotClass) {
        lock.lock();
        try {
            return count.held(slotClass);
        } finally {
            lock.unlock();
        }
    }

    /** Threads that wait for a slot. */
    public int waiting() {
        lock.lock();
        try {
            return waiters().size();
        } finally {
            lock.unlock();
        }
    }

    public int budget() {
        lock.lock();
        try {
            return count.budget();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lowers the budget to what a refusal taught. Grants stop until enough slots have come back; none is revoked.
     * Waiters of a class that no longer has any room are refused. A higher number changes nothing.
     */
    public void shrink(int newBudget) {
        lock.lock();
        try {
            count.shrinkTo(Math.max(1, newBudget));
            for (Waiter waiter : waiters()) {
                if (!count.possible(waiter.slotClass, 1)) {
                    refuse(waiter);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the ledger with its connection: all who wait are refused. Slots given back later change nothing. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            for (Waiter waiter : waiters()) {
                refuse(waiter);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean open() {
        return !closed;
    }

    void release(Slot slot) {
        lock.lock();
        try {
            if (slot.giveBack()) {
                count.add(slot.slotClass(), -1);
                serve();
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Admission answer(Waiter waiter) throws InterruptedException {
        boolean answered = false;
        try {
            Admission answer = waiter.await();
            answered = true;
            return answer;
        } finally {
            if (!answered) {
                abandon(waiter);
            }
        }
    }

    /** An interrupt may come with the grant: then the slot goes back. */
    @GuardedBy("lock")
    private void abandon(Waiter waiter) {
        queue(waiter.slotClass).remove(waiter);
        if (waiter.answer instanceof Granted granted) {
            granted.slot().close();
        }
    }

    @GuardedBy("lock")
    private void serve() {
        for (Rank rank : Rank.values()) {
            Iterator<Waiter> queued = queue(rank).iterator();
            while (count.free() > 0 && !closed && queued.hasNext()) {
                Waiter waiter = queued.next();
                if (count.fits(waiter.slotClass, 1)) {
                    queued.remove();
                    waiter.answered(grant(waiter.slotClass, 1));
                }
            }
        }
    }

    @GuardedBy("lock")
    private Granted grant(SlotClass slotClass, int slots) {
        count.add(slotClass, slots);
        return new Granted(
                Stream.generate(() -> new Slot(this, slotClass)).limit(slots).toList());
    }

    @GuardedBy("lock")
    private void refuse(Waiter waiter) {
        queue(waiter.slotClass).remove(waiter);
        waiter.answered(refused());
    }

    private Refused refused() {
        return new Refused(closed ? Reason.LEDGER_CLOSED : Reason.OVER_BUDGET);
    }

    @GuardedBy("lock")
    private List<Waiter> waiters() {
        return waiting.values().stream().flatMap(Queue::stream).toList();
    }

    @GuardedBy("lock")
    private Queue<Waiter> queue(SlotClass slotClass) {
        return queue(slotClass.rank());
    }

    @GuardedBy("lock")
    private Queue<Waiter> queue(Rank rank) {
        return waiting.computeIfAbsent(rank, any -> new ArrayDeque<>());
    }

    /** One thread in a queue; its fields are guarded by the ledger's lock. */
    private static final class Waiter {
        private final SlotClass slotClass;
        private final Condition wake;
        private @Nullable Admission answer;

        Waiter(SlotClass slotClass, Condition wake) {
            this.slotClass = slotClass;
            this.wake = wake;
        }

        void answered(Admission admission) {
            answer = admission;
            wake.signal();
        }

        Admission await() throws InterruptedException {
            Admission given = answer;
            while (given == null) {
                wake.await();
                given = answer;
            }
            return given;
        }
    }
}
