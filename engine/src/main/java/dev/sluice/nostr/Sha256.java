package dev.sluice.nostr;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, which every Java platform has. */
final class Sha256 {

    private static final MessageDigest FRESH = fresh();

    private Sha256() {}

    private static MessageDigest fresh() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] of(byte[]... parts) {
        try {
            // to look the algorithm up anew costs as much as to hash a short text
            MessageDigest digest = (MessageDigest) FRESH.clone();
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
