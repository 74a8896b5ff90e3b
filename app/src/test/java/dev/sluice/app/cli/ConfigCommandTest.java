package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
final class ConfigCommandTest {

    @TempDir
    private Path folder;

    @Test
    void theExampleCanBeUsedAsItStands() throws IOException {
        Path file = file(CommandRun.of("config", "example").out());

        CommandRun check = CommandRun.of("config", "check", file.toString());

        assertEquals(Exit.DONE, check.exit(), check.err());
        assertEquals(
                "mirrors 1 relay, 2 filters from each\nserves on 127.0.0.1:7447\n",
                check.out().replace("\r\n", "\n"));
    }

    @Test
    void aGitServiceIsSaidToBeOne() throws IOException {
        Path file = file("[grasp]\ndomain = \"grasp.example\"\n[status]\n");

        assertEquals(
                "mirrors 0 relays, 0 filters from each, and what its repositories want\n"
                        + "is the Git service grasp.example\n"
                        + "serves only by 'serve', or 'mirror --serve'\n"
                        + "answers the operator on 127.0.0.1:7449\n",
                CommandRun.of("config", "check", file.toString()).out().replace("\r\n", "\n"));
        assertEquals(
                "{\"relays\":0,\"watches\":0,\"grasp\":\"grasp.example\"}",
                CommandRun.of("config", "check", file.toString(), "--json")
                        .out()
                        .strip());
    }

    @Test
    void aFaultIsToldWithItsPlace() throws IOException {
        Path file = file("[[relay]]\nurl = \"wss://relay.example\"\nmax_connections = 9\n");

        CommandRun check = CommandRun.of("config", "check", file.toString());

        assertEquals(Exit.USAGE, check.exit());
        assertEquals(
                "sluice: " + file + ":3:1: 'max_connections' must be from 1 to 4, not 9",
                check.err().strip());
    }

    @Test
    void whatOnlyAStartWouldFindIsFoundToo() throws IOException {
        assertFault("[[relay]]\nurl = \"wss://relay.example\"\n", "nothing to mirror");
        assertFault("key_file = \"none.key\"\n", "none.key");
        assertFault("""
                [[relay]]
                url = "wss://relay.example"
                key_file = "no.key"
                [[watch]]
                kinds = [1]
                """, "no.key");
        assertFault("""
                [[relay]]
                url = "wss://relay.example"
                [[relay]]
                url = "wss://Relay.example/"
                [[watch]]
                kinds = [1]
                """, "a relay is named twice");
    }

    @Test
    void itNeedsToBeToldWhat() {
        assertEquals(Exit.USAGE, CommandRun.of("config").exit());
        assertEquals(Exit.USAGE, CommandRun.of("config", "check").exit());
        assertEquals(
                Exit.USAGE,
                CommandRun.of("config", "check", folder.resolve("none.toml").toString())
                        .exit());
    }

    private void assertFault(String text, String words) throws IOException {
        CommandRun check = CommandRun.of("config", "check", file(text).toString());
        assertEquals(Exit.USAGE, check.exit(), check.out());
        assertTrue(check.err().contains(words), check.err());
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("sluice.toml"), text);
    }
}
