package dev.sluice.nostr;

import fr.acinq.secp256k1.Secp256k1;
import fr.acinq.secp256k1.Secp256k1Exception;
import java.util.List;
import java.util.Optional;

/** Whether an event is what its author signed. Pure computation of about 50 µs; it blocks nothing but the core. */
public final class Verification {

    /** What is wrong with an event. */
    public enum Fault {
        /** The id is not the hash of the content. */
        ID,
        /** The signature is not the author's over the id, or the public key is none. */
        SIGNATURE
    }

    private Verification() {}

    /** Checks the id, then the signature; empty when both are right. */
    public static Optional<Fault> check(Event event) {
        if (!Canonical.idMatches(event)) {
            return Optional.of(Fault.ID);
        }
        boolean signed =
                schnorr(event.id().bytes(), event.pubkey().bytes(), event.sig().bytes());
        return signed ? Optional.empty() : Optional.of(Fault.SIGNATURE);
    }

    /** Whether a BIP-340 signature is that of an x-only public key over a message of any length. */
    public static boolean schnorr(byte[] message, byte[] pubkey, byte[] signature) {
        if (pubkey.length != Bip340.KEY_BYTES || signature.length != Bip340.SIGNATURE_BYTES) {
            return false;
        }
        try {
            return message.length == Bip340.HASH_BYTES
                    ? Secp256k1.get().verifySchnorr(signature, message, pubkey)
                    : Bip340.verify(message, pubkey, signature);
        } catch (Secp256k1Exception | IllegalArgumentException e) {
            // libsecp256k1's binding throws for a key that is not on the curve
            return false;
        }
    }

    /**
     * Loads the native library and the classes of this package. To be called once on a platform thread: a virtual thread
     * keeps its carrier while a class is initialised.
     */
    public static void warmUp() {
        byte[] secret = new byte[Bip340.KEY_BYTES];
        secret[Bip340.KEY_BYTES - 1] = 1;
        Event event = KeyPair.of(secret).sign(0, Kind.NOTE, List.of(), "");
        boolean right = Codec.event(Codec.encode(event)) instanceof Decoded.Message<Event>(Event decoded)
                && check(decoded).isEmpty();
        if (!right) {
            throw new IllegalStateException("libsecp256k1 refuses its own signature");
        }
    }
}
