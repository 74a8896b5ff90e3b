package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class SipHashTest {

    /** The key of the paper's vectors, bytes 0 to 15. */
    private static final SipHash HASH = new SipHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);

    @Test
    void theVectorsOfTheReferenceImplementationComeOut() {
        byte[] text = new byte[64];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) i;
        }
        assertEquals(0x726fdb47dd0e0e31L, HASH.hash(new byte[0]));
        assertEquals(0x74f839c593dc67fdL, HASH.hash(Arrays.copyOf(text, 1)));
        assertEquals(0x93f5f5799a932462L, HASH.hash(Arrays.copyOf(text, 8)));
        assertEquals(0xa129ca6149be45e5L, HASH.hash(Arrays.copyOf(text, 15)));
    }
}
