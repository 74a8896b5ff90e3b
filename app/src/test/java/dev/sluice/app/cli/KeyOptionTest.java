package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ConfigurationFile;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.PublicKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(20)
final class KeyOptionTest {

    private static final String ONE = "01".repeat(32);
    private static final String TWO = "02".repeat(32);
    private static final String THREE = "03".repeat(32);

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static Optional<PublicKey> read(Map<String, String> environment, Configuration read, String... args) {
        KeyOption option = new KeyOption(environment);
        CommandLine.populateCommand(option, args);
        return option.read(read).map(KeyPair::publicKey);
    }

    private static Optional<PublicKey> key(String hex) {
        return Optional.of(KeyPair.parse(hex).publicKey());
    }

    @Test
    void theFlagGoesBeforeTheEnvironmentAndThatBeforeTheConfiguration() throws IOException {
        Map<String, String> environment = Map.of(KeyOption.VARIABLE, TWO);
        Configuration configuration =
                ConfigurationFile.read(file("sluice.toml", "key_file = '" + file("three", THREE) + "'\n"));
        String one = file("one", ONE).toString();

        assertEquals(key(ONE), read(environment, configuration, "--key-file", one));
        assertEquals(key(TWO), read(environment, configuration));
        assertEquals(key(THREE), read(Map.of(), configuration));
        assertEquals(key(THREE), read(Map.of(KeyOption.VARIABLE, ""), configuration));
        assertEquals(Optional.empty(), read(Map.of(), Configuration.EMPTY));
    }

    @Test
    void whatIsNoKeyInTheEnvironmentIsNotRepeated() {
        String almost = ONE + "1";

        String message = assertThrows(
                        UsageException.class, () -> read(Map.of(KeyOption.VARIABLE, almost), Configuration.EMPTY))
                .getMessage();

        assertTrue(message.startsWith("SLUICE_KEY: "), message);
        assertFalse(message.contains(ONE), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mirror --filter {} --relay", "sync"})
    void aFileThatOthersCanReadEndsTheCommand(String command) throws IOException {
        Path open = file("open", ONE);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        String line = command + " ws://127.0.0.1:1 --key-file " + open + " --data " + folder.resolve("data");

        CommandRun run = CommandRun.of(line.split(" "));

        assertEquals(Exit.USAGE, run.exit());
        assertTrue(run.err().contains("chmod 600 " + open), run.err());
        assertFalse(run.err().contains(ONE), run.err());
        assertFalse(Files.exists(folder.resolve("data")));
    }
}
