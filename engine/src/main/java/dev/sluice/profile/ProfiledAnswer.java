package dev.sluice.profile;

import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.RelayMessage.Hint;
import dev.sluice.relay.StoredAnswer;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The stored events of one REQ, in a profile's order. One thread reads it. */
final class ProfiledAnswer implements StoredAnswer {
    static final ProfiledAnswer EMPTY = new ProfiledAnswer(List.of(), Set.of(), 0);

    private static final Comparator<Encoded> NEWEST_FIRST =
            Comparator.comparingLong(Encoded::createdAt).reversed().thenComparing(Encoded::id);

    private static final Comparator<Encoded> OLDEST_FIRST =
            Comparator.comparingLong(Encoded::createdAt).thenComparing(Encoded::id);

    private final List<Part> parts;
    private final Set<Habit> habits;
    private final long most;
    private final Set<EventId> seen = new HashSet<>();
    private long sent;

    ProfiledAnswer(List<Part> parts, Set<Habit> habits, long most) {
        this.parts = parts;
        this.habits = habits;
        this.most = most;
    }

    @Override
    public Optional<Encoded> next() throws InterruptedException {
        while (sent < most) {
            @Nullable Part part = leading();
            if (part == null) {
                return Optional.empty();
            }
            Encoded event = part.take();
            if (habits.contains(Habit.REPEATS) || seen.add(event.id())) {
                sent++;
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }

    /** Foreign relays rarely say it. */
    @Override
    public Hint hint() {
        return Hint.NONE;
    }

    long sent() {
        return sent;
    }

    /** The part whose event is next; null at the end. */
    private @Nullable Part leading() throws InterruptedException {
        @Nullable Part leading = null;
        for (Part part : parts) {
            if (part.head() == null) {
                continue;
            }
            if (habits.contains(Habit.ONE_BY_ONE)) {
                return part;
            }
            leading = leading == null || part.precedes(leading) ? part : leading;
        }
        return leading;
    }

    /** The stored events of one filter. */
    static final class Part {
        private final Scan<Encoded> scan;
        private final Comparator<Encoded> order;
        private List<Encoded> slice = List.of();
        private int next;
        private long left;

        Part(Scan<Encoded> scan, OptionalInt limit, Order order) {
            this.scan = scan;
            this.order = order == Order.NEWEST_FIRST ? NEWEST_FIRST : OLDEST_FIRST;
            this.left = limit.orElse(Integer.MAX_VALUE);
        }

        /** Its next event; null at the end. Blocks while the archive reads. */
        @Nullable
        Encoded head() throws InterruptedException {
            if (left > 0 && next == slice.size()) {
                slice = scan.next();
                next = 0;
                left = slice.isEmpty() ? 0 : left;
            }
            return left > 0 ? slice.get(next) : null;
        }

        boolean precedes(Part other) {
            return order.compare(slice.get(next), other.slice.get(other.next)) < 0;
        }

        Encoded take() {
            left--;
            return slice.get(next++);
        }
    }
}
