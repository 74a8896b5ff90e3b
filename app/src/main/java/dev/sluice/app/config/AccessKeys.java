package dev.sluice.app.config;

import dev.sluice.app.config.Configuration.Writes;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.relay.Access;
import dev.sluice.relay.Access.Admitted;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The keys of {@code [serve]} that say who may read and who may publish. */
final class AccessKeys {

    private static final String AUTH_REQUIRED = "auth_required";
    private static final String MEMBERS = "members";
    private static final String RESTRICTED_KINDS = "restricted_kinds";
    private static final String WRITE_POLICY = "write_policy";
    private static final String AUTHORS = "authors";

    private AccessKeys() {}

    /** @param urls how the world calls the relay: whoever authenticates signs one of them */
    static Access access(Section section, Set<RelayUrl> urls) {
        boolean required = section.flag(AUTH_REQUIRED).orElse(false);
        Optional<Set<PublicKey>> members = keys(section, MEMBERS);
        Set<Integer> kinds = section.list(RESTRICTED_KINDS, Long.class, Watch::kind)
                .map(Set::copyOf)
                .orElse(Set.of());
        if (members.isPresent() && section.has(AUTH_REQUIRED) && !required) {
            throw section.fault(AUTH_REQUIRED, "'auth_required' can't be false beside 'members': they authenticate");
        }
        if (urls.isEmpty()) {
            asked(required, members.isPresent(), !kinds.isEmpty()).ifPresent(key -> {
                throw section.fault(
                        key,
                        "'" + key + "' needs 'urls' in [serve]: who authenticates signs the address of the relay,"
                                + " and it is checked against these");
            });
        }
        return new Access(
                members.<Admitted>map(Admitted.Members::new)
                        .orElse(required ? new Admitted.Authenticated() : new Admitted.Everybody()),
                kinds,
                urls.stream().map(RelayUrl::host).collect(Collectors.toSet()));
    }

    /** The key because of which clients have to authenticate. */
    private static Optional<String> asked(boolean required, boolean members, boolean kinds) {
        if (required) {
            return Optional.of(AUTH_REQUIRED);
        }
        if (members) {
            return Optional.of(MEMBERS);
        }
        return kinds ? Optional.of(RESTRICTED_KINDS) : Optional.empty();
    }

    static Writes writes(Section section) {
        Optional<Set<PublicKey>> authors = keys(section, AUTHORS);
        Writes writes =
                section.parsed(WRITE_POLICY, policy -> named(policy, authors)).orElse(new Writes.Usual());
        if (authors.isPresent() && !(writes instanceof Writes.Listed)) {
            throw section.fault(AUTHORS, "'authors' goes with write_policy = \"authors\"");
        }
        return writes;
    }

    private static Writes named(String policy, Optional<Set<PublicKey>> authors) {
        return switch (policy) {
            case "open" -> new Writes.Open();
            case "mirrored" -> new Writes.Mirrored();
            case "authors" ->
                new Writes.Listed(authors.orElseThrow(
                        () -> new IllegalArgumentException("\"authors\" needs a list 'authors' of who may publish")));
            default ->
                throw new IllegalArgumentException("wanted \"open\", \"mirrored\" or \"authors\", not " + policy);
        };
    }

    private static Optional<Set<PublicKey>> keys(Section section, String key) {
        Optional<List<PublicKey>> listed = section.list(key, String.class, AccessKeys::person);
        if (listed.isPresent() && listed.get().isEmpty()) {
            throw section.fault(
                    key, "'" + key + "' is empty: nobody could get in; leave the key out, or name somebody");
        }
        return listed.map(Set::copyOf);
    }

    private static PublicKey person(String text) {
        try {
            return PublicKey.ofUser(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("wanted a public key, npub1… or 64 hex digits, not " + text);
        }
    }
}
