package dev.sluice.nostr;

import fr.acinq.secp256k1.Secp256k1;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The verification of BIP-340 out of libsecp256k1's point operations, for messages that are not 32 bytes long: the
 * binding's own call takes no others. Ids always are 32 bytes, so no event comes here.
 */
final class Bip340 {

    static final int HASH_BYTES = 32;
    static final int KEY_BYTES = 32;
    static final int SIGNATURE_BYTES = 64;

    private static final byte[] TAG = Sha256.of("BIP0340/challenge".getBytes(StandardCharsets.US_ASCII));
    private static final BigInteger ORDER =
            new BigInteger("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16);

    private Bip340() {}

    /** Whether {@code s·G − e·P} has an even y and the x of the signature. Throws as libsecp256k1 does. */
    static boolean verify(byte[] message, byte[] pubkey, byte[] signature) {
        Secp256k1 curve = Secp256k1.get();
        byte[] x = Arrays.copyOf(signature, 32);
        byte[] s = Arrays.copyOfRange(signature, 32, SIGNATURE_BYTES);
        byte[] e = scalar(Sha256.of(TAG, TAG, x, pubkey, message));
        byte[] negated = curve.pubKeyNegate(curve.pubKeyTweakMul(evenPoint(pubkey), e));
        byte[] sum = curve.pubKeyCombine(new byte[][] {curve.pubkeyCreate(s), negated});
        return Arrays.equals(curve.pubKeyCompress(sum), evenPoint(x));
    }

    /** The compressed form of the point of an x and an even y. */
    private static byte[] evenPoint(byte[] x) {
        byte[] point = new byte[1 + x.length];
        point[0] = 2;
        System.arraycopy(x, 0, point, 1, x.length);
        return point;
    }

    private static byte[] scalar(byte[] hash) {
        byte[] value = new BigInteger(1, hash).mod(ORDER).toByteArray();
        byte[] scalar = new byte[HASH_BYTES];
        int length = Math.min(value.length, HASH_BYTES);
        System.arraycopy(value, value.length - length, scalar, HASH_BYTES - length, length);
        return scalar;
    }
}
