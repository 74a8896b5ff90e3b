package dev.sluice.store;

import dev.sluice.archive.Guard;
import dev.sluice.archive.Held;
import dev.sluice.archive.Standing;
import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.KindClass;
import java.util.Optional;
import java.util.stream.Stream;
import org.h2.mvstore.MVStoreException;

/**
 * Decides, event by event, what a group of writes does to the archive (NIP-01, 09, 40, 62). What an event leaves behind
 * besides itself (the best version of its address, marks of deletion and of vanishing) is noted whether or not the event
 * is kept, so the archive comes to hold the same events in whatever order they arrive.
 */
final class Group implements Held {

    private final Overlay overlay;
    private final Terms terms;
    private final Removals removals;
    private final ArchiveOptions options;
    private final long now;

    Group(Maps maps, Terms terms, ArchiveOptions options) {
        this.overlay = new Overlay(maps);
        this.terms = terms;
        this.options = options;
        this.now = options.clock().seconds();
        this.removals = new Removals(overlay, terms, options.own());
    }

    Overlay overlay() {
        return overlay;
    }

    /** Tells which events will be judged. */
    void expect(Stream<EventId> ids) {
        overlay.expect(ids);
    }

    /** Removes events that have expired, at most a number of them. */
    void sweep(int most) {
        removals.expire(now, most);
    }

    Verdict judge(Prepared prepared, Guard guard) {
        Event event = prepared.event();
        if (KindClass.of(event.kind()) == KindClass.EPHEMERAL) {
            return ask(guard, event).<Verdict>map(refused -> refused).orElseGet(Verdict.Ephemeral::new);
        }
        Head held = overlay.head(event.id());
        if (held != null) {
            return held.expired(now) ? new Verdict.Expired() : new Verdict.Duplicate();
        }
        Optional<Verdict.Refused> refusal = future(event).or(() -> ask(guard, event));
        return refusal.isPresent() ? refusal.get() : admit(prepared);
    }

    private Optional<Verdict.Refused> ask(Guard guard, Event event) {
        try {
            return guard.refusal(event, this);
        } catch (MVStoreException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new GuardFault(e);
        }
    }

    private Optional<Verdict.Refused> future(Event event) {
        if (options.maxFuture().isEmpty()
                || event.createdAt() - now <= options.maxFuture().getAsLong()) {
            return Optional.empty();
        }
        String detail = "created_at is " + (event.createdAt() - now) + " seconds in the future";
        return Optional.of(new Verdict.Refused("future", detail));
    }

    private Verdict admit(Prepared prepared) {
        Event event = prepared.event();
        Optional<Coordinate> coordinate = event.coordinate();
        Address before = coordinate.map(overlay::address).orElse(Address.UNKNOWN);
        Optional<Standing.Cause> cause = cause(prepared, before);
        coordinate.ifPresent(address -> supersede(address, before, event));
        cause.ifPresentOrElse(why -> overlay.goes(event.id(), event.createdAt(), why), () -> overlay.add(prepared));
        removals.obey(event);
        return cause.map(Standing.Cause::verdict).orElseGet(Verdict.Stored::new);
    }

    /** A better version drives the one before it out, also when it is not kept itself. */
    private void supersede(Coordinate coordinate, Address before, Event event) {
        if (!before.supersedes(event.createdAt(), event.id())) {
            overlay.address(coordinate, before.withVersion(event.createdAt(), event.id()));
            if (before.createdAt() != Address.NONE) {
                overlay.remove(before.id(), Standing.Cause.SUPERSEDED);
            }
        }
    }

    /** Why an event is not to be kept. */
    private Optional<Standing.Cause> cause(Prepared prepared, Address before) {
        Event event = prepared.event();
        if (removals.vanished(event)) {
            return Optional.of(Standing.Cause.VANISHED);
        }
        if (removals.deleted(event, before)) {
            return Optional.of(Standing.Cause.DELETED);
        }
        if (prepared.head().expired(now)) {
            return Optional.of(Standing.Cause.EXPIRED);
        }
        return before.supersedes(event.createdAt(), event.id())
                ? Optional.of(Standing.Cause.SUPERSEDED)
                : Optional.empty();
    }

    @Override
    public Optional<Event> event(EventId id) {
        return Optional.ofNullable(overlay.event(id, terms))
                .filter(held -> !held.head().expired(now))
                .map(Prepared::event);
    }

    @Override
    public Optional<Event> version(Coordinate coordinate) {
        Address address = overlay.address(coordinate);
        return address.createdAt() == Address.NONE ? Optional.empty() : event(address.id());
    }
}
