package dev.sluice.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.Allowance;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Item;
import dev.sluice.archive.Leave;
import dev.sluice.archive.Scan;
import dev.sluice.archive.Visibility;
import dev.sluice.negentropy.ItemSet;
import dev.sluice.negentropy.ItemView;
import dev.sluice.negentropy.LiveItems;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The items of one filter, read from the archive once and kept up to date by its changes. What changes while it is being
 * read waits and is applied after; applying a change twice does nothing.
 */
final class FilterItems {

    private final Filter filter;
    private final Visibility visibility;
    private final LiveItems items = new LiveItems();

    /** Held while the archive is read, so that it is read once. */
    private final ReentrantLock reading = new ReentrantLock();

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private @Nullable List<Change> waiting = new ArrayList<>();

    /** @param visibility what all see who share it */
    FilterItems(Filter filter, Visibility visibility) {
        this.filter = filter;
        this.visibility = visibility;
    }

    /** An item that came or left. */
    private record Change(Item item, boolean added) {}

    /**
     * The items as they are; empty when there are more than a bound or the allowance is spent. Blocks while they are read
     * the first time.
     */
    Optional<ItemView> snapshot(EventArchive archive, int most, Allowance allowance) throws InterruptedException {
        reading.lockInterruptibly();
        try {
            return isRead() || read(archive, most, allowance) ? within(items.snapshot(), most) : Optional.empty();
        } finally {
            reading.unlock();
        }
    }

    /** Takes what a group of the archive changed. Called by the writer, in order. */
    void changed(List<Event> added, List<Item> removed) {
        lock.lock();
        try {
            for (Item item : removed) {
                change(new Change(item, false));
            }
            for (Event event : added) {
                if (filter.matches(event) && visibility.shows(event)) {
                    change(new Change(new Item(event.createdAt(), event.id()), true));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    int size() {
        return items.snapshot().size();
    }

    private static Optional<ItemView> within(ItemView view, int most) {
        return view.size() <= most ? Optional.of(view) : Optional.empty();
    }

    private boolean isRead() {
        lock.lock();
        try {
            return waiting == null;
        } finally {
            lock.unlock();
        }
    }

    private boolean read(EventArchive archive, int most, Allowance allowance) throws InterruptedException {
        Optional<ItemSet> read = read(filter, new Leave(visibility, allowance), archive, most);
        read.ifPresent(this::begin);
        return read.isPresent();
    }

    /** Reads items for one client alone; empty when there are more than a bound or the allowance is spent. */
    static Optional<ItemSet> read(Filter filter, Leave leave, EventArchive archive, int most)
            throws InterruptedException {
        ItemSet.Builder builder = ItemSet.builder(0);
        Scan<Item> scan = archive.items(filter, leave);
        int count = 0;
        for (List<Item> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            count += slice.size();
            if (count > most) {
                return Optional.empty();
            }
            slice.forEach(item -> add(builder, item));
        }
        return leave.allowance().isSpent() ? Optional.empty() : Optional.of(builder.build());
    }

    private void begin(ItemSet read) {
        lock.lock();
        try {
            items.fill(read);
            if (waiting != null) {
                waiting.forEach(this::apply);
            }
            waiting = null;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void change(Change change) {
        if (waiting == null) {
            apply(change);
        } else {
            waiting.add(change);
        }
    }

    private void apply(Change change) {
        EventId id = change.item.id();
        long time = change.item.createdAt();
        if (change.added) {
            items.insert(time, id.w0(), id.w1(), id.w2(), id.w3());
        } else {
            items.remove(time, id.w0(), id.w1(), id.w2(), id.w3());
        }
    }

    private static void add(ItemSet.Builder builder, Item item) {
        EventId id = item.id();
        builder.add(item.createdAt(), id.w0(), id.w1(), id.w2(), id.w3());
    }
}
