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
 * @param admitted who may read and write at all
 * @param restrictedKinds events that only their authors and those whom they tag may read
 * @param names hosts under which clients know this relay: what they sign names one; without any nobody can say who he is
 */
public record Access(Admitted admitted, Set<Integer> restrictedKinds, Set<String> names) {

    /** Everybody may read everything, and nobody is asked who he is. */
    public static final Access OPEN = new Access(new Admitted.Everybody(), Set.of(), Set.of());

    /** Who may read and write at all. */
    public sealed interface Admitted {

        /** Whoever connects. */
        record Everybody() implements Admitted {}

        /** Whoever says who he is. */
        record Authenticated() implements Admitted {}

        /** Some, once they have said that they are. */
        record Members(Set<PublicKey> keys) implements Admitted {
            public Members {
                keys = Set.copyOf(keys);
            }
        }
    }

    public Access {
        restrictedKinds = Set.copyOf(restrictedKinds);
        names = Set.copyOf(names);
        boolean needsNames = !(admitted instanceof Admitted.Everybody) || !restrictedKinds.isEmpty();
        if (needsNames && names.isEmpty()) {
            throw new IllegalArgumentException("nobody can authenticate to a relay without a name");
        }
    }

    /** Whether a client may say who it is. */
    public boolean asks() {
        return !names.isEmpty();
    }

    /** Whether a client has to say who it is before all else. */
    public boolean asksEverybody() {
        return !(admitted instanceof Admitted.Everybody);
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
        return switch (admitted) {
            case Admitted.Everybody all -> Optional.empty();
            case Admitted.Authenticated known ->
                keys.isEmpty() ? Optional.of(Wording.AUTHENTICATED_ONLY.text()) : Optional.empty();
            case Admitted.Members(Set<PublicKey> members) -> {
                Wording wording = keys.isEmpty() ? Wording.MEMBERS_ONLY : Wording.NOT_A_MEMBER;
                yield keys.stream().anyMatch(members::contains) ? Optional.empty() : Optional.of(wording.text());
            }
        };
    }

    /** Why a protected event may not come from such a client (NIP-70); others have no such reason. */
    Optional<String> protection(Event event, Set<PublicKey> keys) {
        if (!event.isProtected() || keys.contains(event.pubkey())) {
            return Optional.empty();
        }
        Wording known = keys.isEmpty() ? Wording.AUTHOR_NEEDS_AUTH : Wording.NOT_THE_AUTHOR;
        return Optional.of((asks() ? known : Wording.PROTECTED).text());
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
