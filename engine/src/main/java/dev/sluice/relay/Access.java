package dev.sluice.relay;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who may read what (NIP-42). The same holds for REQ, COUNT, live events and reconciliation.
 *
 * @param members who may read and write at all; empty when everybody may
 * @param restrictedKinds events that only their authors and those whom they tag may read
 * @param names hosts under which clients know this relay: what they sign names one
 */
public record Access(Optional<Set<PublicKey>> members, Set<Integer> restrictedKinds, Set<String> names) {

    /** Everybody may read everything, and nobody is asked who he is. */
    public static final Access OPEN = new Access(Optional.empty(), Set.of(), Set.of());

    public Access {
        members = members.map(Set::copyOf);
        restrictedKinds = Set.copyOf(restrictedKinds);
        names = Set.copyOf(names);
    }

    /** Whether it matters who somebody is. */
    public boolean asks() {
        return members.isPresent() || !restrictedKinds.isEmpty();
    }

    /** Why a client that is known by some keys may not ask for these filters. */
    Optional<String> refusal(List<Filter> filters, Set<PublicKey> keys) {
        return refusal(keys)
                .or(() -> filters.stream()
                        .flatMap(filter -> refusal(filter, keys).stream())
                        .findFirst());
    }

    /** Why such a client may not do anything. */
    Optional<String> refusal(Set<PublicKey> keys) {
        boolean out = members.isPresent() && keys.stream().noneMatch(members.get()::contains);
        if (!out) {
            return Optional.empty();
        }
        return Optional.of((keys.isEmpty() ? Wording.MEMBERS_ONLY : Wording.NOT_A_MEMBER).text());
    }

    /** A filter that names no kinds passes: what is not for the client is left out of its answer. */
    private Optional<String> refusal(Filter filter, Set<PublicKey> keys) {
        Optional<Integer> named = filter.kinds() == null
                ? Optional.empty()
                : filter.kinds().stream().filter(restrictedKinds::contains).findFirst();
        if (named.isEmpty()) {
            return Optional.empty();
        }
        if (keys.isEmpty()) {
            return Optional.of(Wording.KIND_NEEDS_AUTH.text(named.get()));
        }
        Set<String> tagged = filter.tags().get('p');
        boolean byOthers = filter.authors() != null && filter.authors().stream().noneMatch(keys::contains);
        boolean toOthers = tagged != null && keys.stream().noneMatch(key -> tagged.contains(key.hex()));
        boolean onlyThese = restrictedKinds.containsAll(filter.kinds());
        return byOthers && toOthers && onlyThese
                ? Optional.of(Wording.NOT_CONCERNED.text(named.get()))
                : Optional.empty();
    }

    /** Whether a filter may find what not everybody may read. */
    boolean touches(Filter filter) {
        return !restrictedKinds.isEmpty()
                && (filter.kinds() == null || filter.kinds().stream().anyMatch(restrictedKinds::contains));
    }

    /** Whether an event is for a client that is known by some keys. */
    boolean shows(Event event, Set<PublicKey> keys) {
        if (!restrictedKinds.contains(event.kind()) || keys.contains(event.pubkey())) {
            return true;
        }
        return event.tags().stream()
                .filter(tag -> tag.size() > 1 && tag.get(0).equals("p"))
                .anyMatch(tag -> keys.stream().anyMatch(key -> key.hex().equals(tag.get(1))));
    }
}
