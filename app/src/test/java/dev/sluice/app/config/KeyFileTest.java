package dev.sluice.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.nostr.KeyPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
final class KeyFileTest {

    private static final String HEX = "67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa";

    /** The same key, an example of NIP-19. */
    private static final String NSEC = "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5";

    @TempDir
    private Path folder;

    private Path file(String text, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve("key"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private String fault(Path file) {
        String message = assertThrows(ConfigurationException.class, () -> KeyFile.read(file))
                .getMessage();
        return message.replace(file.toString(), "FILE");
    }

    @ParameterizedTest
    @ValueSource(strings = {HEX, NSEC, HEX + "\n", "\n  " + NSEC + " \r\n\n"})
    void aKeyIsReadInBothSpellings(String text) throws IOException {
        assertEquals(
                KeyPair.parse(HEX).publicKey(),
                KeyFile.read(file(text, "rw-------")).publicKey());
    }

    @ParameterizedTest
    @CsvSource({"rw-r--r--", "rw-r-----", "rw----r--", "rw--w----", "rw-----w-"})
    void aFileThatOthersCanReadOrChangeIsRefused(String mode) throws IOException {
        assertEquals("FILE:1:1: others can read or change this secret key: chmod 600 FILE", fault(file(HEX, mode)));
    }

    @Test
    void whatIsNoKeyIsToldByItsLineAndNotRepeated() throws IOException {
        String almost = HEX.substring(1);
        assertEquals("FILE:1:1: " + KeyFile.WANTED, fault(file(almost, "rw-------")));
        assertEquals("FILE:3:1: " + KeyFile.WANTED, fault(file("\n\n" + NSEC + "x", "rw-------")));
        assertEquals("FILE:2:1: " + KeyFile.WANTED, fault(file(HEX + "\n" + HEX, "rw-------")));
        assertEquals("FILE:1:1: " + KeyFile.WANTED, fault(file("0".repeat(64), "rw-------")));
        assertEquals("FILE:1:1: " + KeyFile.WANTED, fault(file("", "rw-------")));
    }

    @Test
    void aMissingFileIsNamed() {
        assertEquals("FILE:1:1: there is no such file", fault(folder.resolve("none")));
    }

    @Test
    void theTextOfAKeyPairDoesNotHoldTheSecret() {
        assertFalse(KeyPair.parse(HEX).toString().contains(HEX));
    }
}
