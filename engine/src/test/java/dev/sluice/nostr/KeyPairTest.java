package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class KeyPairTest {

    /** The example of NIP-19. */
    private static final String SECRET = "67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa";

    private static final String NSEC = "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5";

    /** The example of NIP-06, derived from the secret beside it. */
    private static final String OTHER_SECRET = "7f7ff03d123792d6ac594bfa67bf6d0c0ab55b6b1fdb6249303fe861f1ccba9a";

    private static final String OTHER_PUBLIC = "17162c921dc4d2518f9a101db33695df1afb56ab82f5ff3e5da6eec3ca5cd917";

    @Test
    void theSecretIsReadAsHexOrAsNsec() {
        assertEquals(KeyPair.parse(SECRET).publicKey(), KeyPair.parse(NSEC).publicKey());
        assertEquals(OTHER_PUBLIC, KeyPair.parse(OTHER_SECRET).publicKey().hex());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nsec1",
                "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe4",
                "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfeb",
                "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg",
                "0000000000000000000000000000000000000000000000000000000000000000",
                "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                "67DEA2ED018072D675F5415ECFAED7D2597555E202D85B3D65EA4E58D2D92FFA"
            })
    void anythingElseIsNoSecret(String text) {
        assertThrows(IllegalArgumentException.class, () -> KeyPair.parse(text));
    }

    @Test
    void whatItSignsVerifiesAndIsAlwaysTheSame() {
        KeyPair pair = KeyPair.parse(SECRET);
        List<List<String>> tags = List.of(List.of("t", "\u0001 ñ 😀"));
        Event event = pair.sign(1, 1, tags, "hello");
        assertEquals(Optional.empty(), Verification.check(event));
        assertEquals(event, KeyPair.parse(SECRET).sign(1, 1, tags, "hello"));
    }

    @Test
    void textWithoutUtf8IsNotSigned() {
        KeyPair pair = KeyPair.parse(SECRET);
        assertThrows(IllegalArgumentException.class, () -> pair.sign(1, 1, List.of(), "\ud83d"));
        assertThrows(IllegalArgumentException.class, () -> pair.sign(1, 1, List.of(List.of("\ude00")), ""));
    }

    @Test
    void itsTextDoesNotShowTheSecret() {
        KeyPair pair = KeyPair.parse(SECRET);
        assertFalse(pair.toString().contains(SECRET.substring(0, 8)));
        assertEquals("KeyPair[" + pair.publicKey().hex() + "]", pair.toString());
    }

    @Test
    void itKeepsItsSecretWhenTheCallersArrayChanges() {
        byte[] secret = Hex.bytes(SECRET);
        KeyPair pair = KeyPair.of(secret);
        secret[0] = 0;
        assertEquals(Optional.empty(), Verification.check(pair.sign(1, 1, List.of(), "")));
    }
}
