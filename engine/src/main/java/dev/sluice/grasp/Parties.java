package dev.sluice.grasp;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.PublicKey;
import java.util.Set;

/** Authors and single repositories that an operator names. */
public record Parties(Set<PublicKey> authors, Set<Coordinate> repositories) {

    /** Nobody. */
    public static final Parties NONE = new Parties(Set.of(), Set.of());

    public Parties {
        authors = Set.copyOf(authors);
        repositories = Set.copyOf(repositories);
    }

    public boolean isEmpty() {
        return authors.isEmpty() && repositories.isEmpty();
    }

    /** Whether a repository is named, or its author is. */
    boolean name(Coordinate repository) {
        return authors.contains(repository.pubkey()) || repositories.contains(repository);
    }
}
