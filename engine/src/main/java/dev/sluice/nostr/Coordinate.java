package dev.sluice.nostr;

import java.util.Optional;

/** The address of a replaceable or addressable event: {@code kind:pubkey:identifier}. The identifier may hold colons. */
public record Coordinate(int kind, PublicKey pubkey, String identifier) {

    /** Reads {@code kind:pubkey:identifier}, split at the first two colons only; empty when it is anything else. */
    public static Optional<Coordinate> parse(String text) {
        int first = text.indexOf(':');
        int second = text.indexOf(':', first + 1);
        if (first < 1 || first > 5 || second != first + 65 || !Hex.isHex(text.substring(first + 1, second), 64)) {
            return Optional.empty();
        }
        int kind = 0;
        for (int i = 0; i < first; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return Optional.empty();
            }
            kind = kind * 10 + (c - '0');
        }
        if (kind > Kind.MAX) {
            return Optional.empty();
        }
        PublicKey pubkey = PublicKey.parse(text.substring(first + 1, second));
        return Optional.of(new Coordinate(kind, pubkey, text.substring(second + 1)));
    }

    @Override
    public String toString() {
        return kind + ":" + pubkey.hex() + ":" + identifier;
    }
}
