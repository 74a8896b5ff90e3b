package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Verdict;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that changes the file: takes a group, decides, writes, commits, syncs, answers; sweeps and compacts in
 * between. Once the file has failed it does nothing more and says so to everyone.
 */
final class Writer implements Runnable {

    /** How often it looks for what has expired and for space to win back when nothing comes. */
    private static final Duration IDLE = Duration.ofSeconds(5);

    /** So many expired events leave with one group at most. */
    private static final int SWEEP = 1_000;

    private final EventFile file;
    private final Snapshots snapshots;
    private final WriteQueue queue;
    private final Watches watches;
    private final ArchiveOptions options;
    private final Time time;
    private final GroupWriter groups;
    private final Upkeep upkeep;
    private final AtomicLong generation = new AtomicLong();

    Writer(EventFile file, Snapshots snapshots, WriteQueue queue, Watches watches, ArchiveOptions options) {
        this.file = file;
        this.snapshots = snapshots;
        this.queue = queue;
        this.watches = watches;
        this.options = options;
        this.time = options.time();
        this.groups = new GroupWriter(file);
        this.upkeep = new Upkeep(file);
    }

    /** How many groups have been committed. */
    long generation() {
        return generation.get();
    }

    @Override
    public void run() {
        while (!queue.isDone()) {
            try {
                turn(queue.group(time.after(IDLE)));
            } catch (InterruptedException e) {
                // Nobody is entitled to interrupt the writer, and what waits must become durable: an early turn, no
                // more.
                turn(List.of());
            }
        }
    }

    /** One step of giving dead space back. Returns whether another would help. Writer thread only. */
    boolean step(Compaction compaction) {
        compaction.step();
        snapshots.publish();
        return !compaction.isDone();
    }

    /** Keeps the file as it is now, all that was promised in it. Writer thread only. */
    Boundary boundary() {
        return Boundary.of(file, snapshots);
    }

    private void turn(List<PendingWrite> writes) {
        try {
            commit(writes);
            if (!chores() && !Boundary.keeps(file) && upkeep.isDue(writes.isEmpty())) {
                upkeep.step();
                snapshots.publish();
            }
        } catch (RuntimeException | Error e) {
            fail(writes, Faults.of(file.name(), e));
        }
    }

    private void commit(List<PendingWrite> writes) {
        List<PendingWrite> willing = new ArrayList<>(writes);
        List<List<Verdict>> verdicts = new ArrayList<>();
        Group group = judge(willing, verdicts);
        boolean progress = willing.stream().anyMatch(PendingWrite::hasProgress);
        if (progress || !group.overlay().isEmpty()) {
            Watches.Change change = watches.of(group.overlay());
            groups.write(group.overlay());
            willing.forEach(write -> groups.write(write.coverage(), write.refusals()));
            file.commit();
            generation.incrementAndGet();
            snapshots.publish();
            watches.tell(change);
        }
        for (int i = 0; i < willing.size(); i++) {
            willing.get(i).promise().complete(verdicts.get(i));
        }
    }

    /** Judges all writes. One whose guard throws fails alone: the others are judged again without it. */
    private Group judge(List<PendingWrite> willing, List<List<Verdict>> verdicts) {
        while (true) {
            verdicts.clear();
            Group group = new Group(file.maps(), file.terms(), options);
            group.expect(
                    willing.stream().flatMap(write -> write.events().stream().map(Prepared::id)));
            group.sweep(SWEEP);
            PendingWrite faulty = firstFaulty(group, willing, verdicts);
            if (faulty == null) {
                return group;
            }
            willing.remove(faulty);
        }
    }

    private @Nullable PendingWrite firstFaulty(Group group, List<PendingWrite> willing, List<List<Verdict>> verdicts) {
        for (PendingWrite write : willing) {
            try {
                verdicts.add(write.events().stream()
                        .map(event -> group.judge(event, write.guard()))
                        .toList());
            } catch (GuardFault e) {
                write.promise().completeExceptionally(e.getCause());
                return write;
            }
        }
        return null;
    }

    /** Returns whether there was one to do. */
    private boolean chores() {
        Chore chore = queue.chore();
        if (chore == null) {
            return false;
        }
        try {
            if (chore.run() && !queue.putBack(chore)) {
                chore.fail(new ArchiveException(ArchiveException.Kind.CLOSED, file.name() + " is being closed"));
            }
        } catch (RuntimeException e) {
            chore.fail(Faults.of(file.name(), e));
            throw e;
        }
        return true;
    }

    private void fail(List<PendingWrite> writes, ArchiveException reason) {
        queue.close(reason);
        writes.forEach(write -> write.promise().completeExceptionally(reason));
        queue.drain().forEach(write -> write.promise().completeExceptionally(reason));
        for (Chore chore = queue.chore(); chore != null; chore = queue.chore()) {
            chore.fail(reason);
        }
    }
}
