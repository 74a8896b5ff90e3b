package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids and keys as tags hold them, and keys as people type them. */
class HexTextTest {

    private static final String HEX = "7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e";

    @Test
    void lowerCaseHexOfTheRightLengthIsRead() {
        assertEquals(Optional.of(EventId.parse(HEX)), EventId.ofHex(HEX));
        assertEquals(Optional.of(PublicKey.parse(HEX)), PublicKey.ofHex(HEX));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7e",
                "7E7E9C42A91BFEF19FA929E5FDA1B72E0EBC1A4C1141673E2794234D86ADDF4E",
                "7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4x",
                "7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e0"
            })
    void anythingElseIsNothing(String text) {
        assertEquals(Optional.empty(), EventId.ofHex(text));
        assertEquals(Optional.empty(), PublicKey.ofHex(text));
    }

    /** The pair of NIP-19. */
    @Test
    void aKeyMayBeTypedAsNpub() {
        String npub = "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg";
        assertEquals(PublicKey.parse(HEX), PublicKey.ofUser(npub));
        assertEquals(PublicKey.parse(HEX), PublicKey.ofUser(HEX));
        assertThrows(IllegalArgumentException.class, () -> PublicKey.ofUser(npub.replace("8a", "a8")));
        assertThrows(IllegalArgumentException.class, () -> PublicKey.ofUser("npub1" + "q".repeat(10)));
        assertThrows(IllegalArgumentException.class, () -> PublicKey.ofUser("nobody"));
    }
}
