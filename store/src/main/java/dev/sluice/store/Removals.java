package dev.sluice.store;

import dev.sluice.archive.Standing;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.KindClass;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayUrl;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.h2.mvstore.Cursor;

/**
 * The rules by which events go: deletion by their author (NIP-09), requests to vanish (NIP-62), expiry (NIP-40). Marks
 * stay and count for what comes later, also when the event that made them is itself gone.
 */
final class Removals {

    private static final String ALL_RELAYS = "ALL_RELAYS";

    private final Overlay overlay;
    private final Terms terms;
    private final Set<RelayUrl> own;

    Removals(Overlay overlay, Terms terms, Set<RelayUrl> own) {
        this.overlay = overlay;
        this.terms = terms;
        this.own = own;
    }

    /** Does what an event asks for, if it asks for anything. */
    void obey(Event event) {
        if (event.kind() == Kind.DELETION) {
            ids(event).forEach(id -> delete(id, event.pubkey()));
            coordinates(event).forEach(coordinate -> delete(coordinate, event.createdAt()));
        } else if (isOurVanishRequest(event)) {
            vanish(event);
        }
    }

    /** Whether an event falls under a request to vanish; the requests themselves stay. */
    boolean vanished(Event event) {
        if (isOurVanishRequest(event)) {
            return false;
        }
        return event.createdAt() <= overlay.vanishedUpTo(event.pubkey())
                || (event.kind() == Kind.GIFT_WRAP
                        && recipients(event).anyMatch(key -> event.createdAt() <= overlay.vanishedUpTo(key)));
    }

    /** Whether its author has asked for an event's deletion. */
    boolean deleted(Event event, Address address) {
        return deletable(event)
                && (event.createdAt() <= address.deletedUpTo() || overlay.marked(new Mark(event.id(), event.pubkey())));
    }

    /** Removes what has expired by a second, at most a number of events. */
    void expire(long now, int most) {
        Cursor<Expiry, Boolean> expiries = overlay.maps().expiries().cursor(new Expiry(0, 0));
        for (int i = 0; i < most && expiries.hasNext(); i++) {
            Expiry expiry = expiries.next();
            Head head = expiry.at() > now ? null : overlay.maps().heads().get(expiry.seq());
            if (head == null) {
                return;
            }
            overlay.remove(new Found(expiry.seq(), head), Standing.Cause.EXPIRED);
        }
    }

    private void delete(EventId id, PublicKey author) {
        Prepared held = overlay.event(id, terms);
        if (held != null && held.event().pubkey().equals(author) && deletable(held.event())) {
            overlay.remove(id, Standing.Cause.DELETED);
        }
        overlay.mark(new Mark(id, author));
    }

    private void delete(Coordinate coordinate, long upTo) {
        Address address = overlay.address(coordinate).withDeletion(upTo);
        overlay.address(coordinate, address);
        if (address.createdAt() != Address.NONE && address.createdAt() <= upTo) {
            overlay.remove(address.id(), Standing.Cause.DELETED);
        }
    }

    private void vanish(Event request) {
        PublicKey author = request.pubkey();
        long upTo = request.createdAt();
        if (upTo <= overlay.vanishedUpTo(author)) {
            return;
        }
        overlay.vanish(author, upTo);
        removeHeld(terms.author(author), upTo, this::vanished);
        removeHeld(terms.tag('p', author.hex()), upTo, this::vanished);
        List.copyOf(overlay.added()).stream()
                .map(Prepared::event)
                .filter(this::vanished)
                .forEach(event -> overlay.remove(event.id(), Standing.Cause.VANISHED));
    }

    private void removeHeld(long term, long upTo, Predicate<Event> condition) {
        Cursor<Posting, Boolean> postings =
                overlay.maps().postings().cursor(Posting.before(term, 0), Posting.after(term, upTo), false);
        while (postings.hasNext()) {
            Event event = overlay.maps().event(postings.next().seq());
            if (event != null && condition.test(event)) {
                overlay.remove(event.id(), Standing.Cause.VANISHED);
            }
        }
    }

    /** A deletion can't be deleted (NIP-09), and a request to vanish can't be undone (NIP-62). */
    private boolean deletable(Event event) {
        return event.kind() != Kind.DELETION && !isOurVanishRequest(event);
    }

    private boolean isOurVanishRequest(Event event) {
        return event.kind() == Kind.VANISH
                && event.values("relay")
                        .anyMatch(relay -> relay.equals(ALL_RELAYS)
                                || RelayUrl.parse(relay).filter(own::contains).isPresent());
    }

    private static Stream<PublicKey> recipients(Event event) {
        return event.values("p").map(PublicKey::ofHex).flatMap(Optional::stream);
    }

    private static Stream<EventId> ids(Event deletion) {
        return deletion.values("e").map(EventId::ofHex).flatMap(Optional::stream);
    }

    /** Of the author's own addresses only. */
    private static Stream<Coordinate> coordinates(Event deletion) {
        return deletion.values("a")
                .map(Coordinate::parse)
                .flatMap(Optional::stream)
                .filter(coordinate -> coordinate.pubkey().equals(deletion.pubkey()))
                .filter(Removals::isAddress);
    }

    private static boolean isAddress(Coordinate coordinate) {
        return switch (KindClass.of(coordinate.kind())) {
            case REGULAR, EPHEMERAL -> false;
            case REPLACEABLE -> coordinate.identifier().isEmpty();
            case ADDRESSABLE -> true;
        };
    }
}
