package dev.sluice.sync;

import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** The connections to a relay beside the first, each with a thread of its own. Used under the lock of the team. */
final class FurtherConnections implements AutoCloseable {
    private final TaskScope threads;
    private final List<Member> members = new ArrayList<>();

    /** Those that have been told to end. */
    private final List<Member> leaving = new ArrayList<>();

    private Function<Share, ShardWorker> workers = share -> {
        throw new IllegalStateException("nobody opens further connections");
    };

    private record Member(Share share, Fork<Share> thread) {}

    /** @param relay names the threads */
    FurtherConnections(String relay) {
        this.threads = TaskScope.open(relay);
    }

    /** Who runs one. */
    void workers(Function<Share, ShardWorker> maker) {
        workers = maker;
    }

    /** Those that are to be, in order. */
    List<Share> shares() {
        return members.stream().map(Member::share).toList();
    }

    /** Whether there are some, be they about to end. */
    boolean areAny() {
        return !members.isEmpty() || !leaving.isEmpty();
    }

    /**
     * Looks whether all is well with them.
     *
     * @throws dev.sluice.task.TaskFailedException when one has failed
     */
    void check() throws InterruptedException {
        for (Member member : members) {
            if (member.thread().ended()) {
                var unused = member.thread().join();
            }
        }
        leaving.removeIf(member -> member.thread().ended());
    }

    /**
     * Has so many, as soon as those have ended that are to end: there are never more than are meant to be.
     *
     * @param share makes the share of a connection with a number
     */
    void number(int number, IntFunction<Share> share) {
        while (members.size() > number) {
            Member last = members.removeLast();
            last.thread().cancel();
            leaving.add(last);
        }
        while (members.size() < number && leaving.isEmpty()) {
            Share next = share.apply(members.size() + 1);
            ShardWorker worker = workers.apply(next);
            members.add(new Member(next, threads.fork(worker.name(), worker::run)));
        }
    }

    /** Ends all in order and blocks until they have ended. */
    @Override
    public void close() {
        threads.close();
    }
}
