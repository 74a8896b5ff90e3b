package dev.sluice.nostr;

import fr.acinq.secp256k1.Secp256k1;
import java.util.Arrays;
import java.util.List;

/** A secret key and its public key. The secret never leaves it, not even as text. */
public final class KeyPair {

    private final byte[] secret;
    private final PublicKey publicKey;

    private KeyPair(byte[] secret) {
        this.secret = secret;
        // an uncompressed point: 0x04, x, y
        this.publicKey = PublicKey.at(Secp256k1.get().pubkeyCreate(secret), 1);
    }

    /** The pair of 32 secret bytes. Zero, or a number not below the curve's order, is an {@link IllegalArgumentException}. */
    public static KeyPair of(byte[] secret) {
        if (secret.length != Bip340.KEY_BYTES || !Secp256k1.get().secKeyVerify(secret)) {
            throw new IllegalArgumentException("not a secret key");
        }
        return new KeyPair(Arrays.copyOf(secret, secret.length));
    }

    /** The pair of a secret in 64 hex digits or as {@code nsec1…} (NIP-19). Any other text is an {@link IllegalArgumentException}. */
    public static KeyPair parse(String text) {
        if (text.startsWith("nsec1")) {
            return of(Bech32.bytes("nsec", text));
        }
        if (!Hex.isHex(text, 64)) {
            throw new IllegalArgumentException("not a secret key");
        }
        return of(Hex.bytes(text));
    }

    public PublicKey publicKey() {
        return publicKey;
    }

    /**
     * A signed event. Equal arguments give an equal event. Text with a lone surrogate has no UTF-8 form and is an
     * {@link IllegalArgumentException}.
     */
    public Event sign(long createdAt, int kind, List<List<String>> tags, String content) {
        if (!Json.isWellFormed(content) || !tags.stream().flatMap(List::stream).allMatch(Json::isWellFormed)) {
            throw new IllegalArgumentException("lone surrogate");
        }
        EventId id = Canonical.id(publicKey, createdAt, kind, tags, content);
        byte[] signature = Secp256k1.get().signSchnorr(id.bytes(), secret, null);
        return new Event(id, publicKey, createdAt, kind, tags, content, Signature.at(signature, 0));
    }

    @Override
    public String toString() {
        return "KeyPair[" + publicKey + "]";
    }
}
