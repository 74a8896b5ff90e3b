package dev.sluice.relay;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Verdict;
import dev.sluice.intake.Lane;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.RelayMessage;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The events that one client publishes. The receiving thread hands them to the lane, a thread of its own answers each in
 * order once its fate is durable; so a client may send many without waiting, and all share few commits.
 */
final class Publications implements Callable<@Nullable Void> {

    private final Lane lane;
    private final Outlet outlet;
    private final BlockingQueue<Published> unanswered;

    /** An event on its way. */
    private record Published(EventId id, CompletableFuture<Verdict> verdict) {}

    Publications(Lane lane, Outlet outlet, int bound) {
        this.lane = lane;
        this.outlet = outlet;
        this.unanswered = new ArrayBlockingQueue<>(bound);
    }

    /**
     * Blocks while too many are unanswered or the lane is full.
     *
     * @param byAuthor whether the client is its author
     */
    void add(Event event, boolean byAuthor) throws InterruptedException {
        unanswered.put(new Published(event.id(), lane.publish(event, byAuthor)));
    }

    /** Answers until interrupted or the client is gone. */
    @Override
    public @Nullable Void call() throws InterruptedException {
        while (true) {
            Published published = unanswered.take();
            outlet.send(answer(published));
        }
    }

    private RelayMessage answer(Published published) throws InterruptedException {
        try {
            return Replies.ok(published.id(), published.verdict().get());
        } catch (ExecutionException | ArchiveException e) {
            return Replies.refused(published.id(), Wording.ARCHIVE_FAILED.text());
        }
    }
}
