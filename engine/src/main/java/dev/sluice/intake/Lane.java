package dev.sluice.intake;

import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The bounded queue of one connection before verification: at most 4,000 events and 16 MiB (RULES 2.1). Verifiers serve
 * the lanes in turn, so a full lane delays nobody else. Any thread may put.
 */
public final class Lane implements AutoCloseable {

    /** What a lane holds at most; the sum of the limits of one REQ is at most half of it (RULES 2.4). */
    public static final int MAX_EVENTS = 4_000;

    /** What the events of a lane weigh at most. */
    public static final int MAX_BYTES = 16 * 1024 * 1024;

    private final String name;
    private final Lanes lanes;
    private final LaneQueue queue;
    private final LongSupplier generation;

    Lane(String name, Lanes lanes, LongSupplier generation) {
        this.name = name;
        this.lanes = lanes;
        this.queue = lanes.open();
        this.generation = generation;
    }

    /**
     * The receipt of a new request.
     *
     * @param live whether its events come as they are published: then its limits bound nothing, its events are urgent and
     *     its refusals are not collected
     */
    public Receipt receipt(List<Filter> filters, boolean live) {
        return new Receipt(filters, live, generation.getAsLong());
    }

    /**
     * Counts a delivery for a request and queues it. Blocks while the lane is full; an interrupt counts and queues
     * nothing. A closed lane is an IllegalStateException.
     *
     * @return never {@link Delivery#FULL}
     */
    public Delivery put(Receipt receipt, Event event) throws InterruptedException {
        int weight = Weight.of(event);
        if (!lanes.reserve(queue, weight)) {
            throw Lanes.closed();
        }
        return enqueue(receipt, event, weight);
    }

    /** As {@link #put}, but answers {@link Delivery#FULL} instead of waiting, also when the lane is closed. */
    public Delivery offer(Receipt receipt, Event event) {
        int weight = Weight.of(event);
        return lanes.tryReserve(queue, weight) ? enqueue(receipt, event, weight) : Delivery.FULL;
    }

    /**
     * Queues one event that a client published. Blocks while the lane is full.
     *
     * @param byAuthor whether the client has proved to be its author, who alone may publish what is protected (NIP-70)
     * @return completes on a thread of the intake or the archive once the verdict is durable; exceptionally when the
     *     archive fails or the lane is closed. What depends on it must be short.
     */
    public CompletableFuture<Verdict> publish(Event event, boolean byAuthor) throws InterruptedException {
        int weight = Weight.of(event);
        if (!lanes.reserve(queue, weight)) {
            return CompletableFuture.failedFuture(Lanes.closed());
        }
        Publication publication = new Publication(new CompletableFuture<>(), byAuthor);
        lanes.enqueue(queue, new Queued(publication, event, weight));
        return publication.verdict();
    }

    /** Takes no more events; those that are queued still go their way. Idempotent. */
    @Override
    public void close() {
        lanes.close(queue);
    }

    @Override
    public String toString() {
        return name;
    }

    private Delivery enqueue(Receipt receipt, Event event, int weight) {
        Delivery delivery = receipt.count(event);
        if (delivery == Delivery.QUEUED) {
            lanes.enqueue(queue, new Queued(receipt, event, weight));
        } else {
            lanes.release(queue, weight);
        }
        return delivery;
    }
}
