package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ConfigurationException;
import dev.sluice.app.config.ConfigurationFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
final class ReloadTest {
    private static final String FIRST = """
            [[relay]]
            url = "wss://relay.example"
            [[watch]]
            kinds = [1]
            """;

    @TempDir
    private Path folder;

    private Path file;
    private final List<Configuration> taken = new ArrayList<>();
    private Reload reload;

    @BeforeEach
    void start() throws IOException {
        file = folder.resolve("sluice.toml");
        Files.writeString(file, FIRST);
        reload = new Reload(ConfigurationFile.read(file), () -> ConfigurationFile.read(file), taken::add);
    }

    @Test
    void whatHasChangedIsTakenUpOnce() throws Exception {
        Files.writeString(file, FIRST + "[[watch]]\nkinds = [2]\n");

        assertEquals("reload: taken up: [[watch]]", reload.words());
        assertEquals("reload: nothing has changed", reload.words());

        assertEquals(1, taken.size());
        assertEquals(2, taken.get(0).watches().size());
    }

    @Test
    void whatNeedsARestartIsSaidUntilThereIsOne() throws Exception {
        Files.writeString(file, FIRST + "[limits]\nmax_limit = 7\n");

        assertEquals("reload: needs a restart: [limits]", reload.words());
        assertEquals("reload: needs a restart: [limits]", reload.words());
        assertEquals(List.of(), taken);

        Files.writeString(file, FIRST);
        assertEquals("reload: nothing has changed", reload.words());
    }

    @Test
    void aFileThatCanNotBeUsedChangesNothingAndIsSaidWithItsPlace() throws Exception {
        Files.writeString(file, FIRST + "[[watch]]\nkinds = 2\n");

        assertThrows(ConfigurationException.class, reload::now);
        String words = reload.words();

        assertTrue(words.startsWith("reload: nothing was taken up: " + file + ":6:1: 'kinds'"), words);
        assertEquals(List.of(), taken);
        Files.delete(file);
        assertTrue(reload.words().startsWith("reload: nothing was taken up: "), reload.words());
    }

    @Test
    void partsThatRefuseKeepWhatTheyHave() throws Exception {
        Reload refused = new Reload(ConfigurationFile.read(file), () -> ConfigurationFile.read(file), read -> {
            throw new UsageException("no relay");
        });
        Files.writeString(file, "");

        assertEquals("reload: nothing was taken up: no relay", refused.words());
        // it is no matter of the past: what was refused is tried again
        assertEquals("reload: nothing was taken up: no relay", refused.words());
    }
}
