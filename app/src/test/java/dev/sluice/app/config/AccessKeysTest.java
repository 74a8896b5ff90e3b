package dev.sluice.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.config.Configuration.Serving;
import dev.sluice.app.config.Configuration.Writes;
import dev.sluice.nostr.PublicKey;
import dev.sluice.relay.Access;
import dev.sluice.relay.Access.Admitted;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class AccessKeysTest {

    private static final String HEX = "7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e";
    private static final String NPUB = "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg";
    private static final String URLS = "urls = [\"wss://Mine.Example/path\", \"ws://127.0.0.1:7447\"]\n";
    private static final Set<String> NAMES = Set.of("mine.example", "127.0.0.1");

    @Test
    void nothingSaidIsOpenToAll() {
        assertEquals(Access.OPEN, serve("name = \"x\"\n").access());
        assertEquals(new Writes.Usual(), serve("").writes());
    }

    @Test
    void anAddressIsEnoughToAuthenticateTo() {
        Access access = serve(URLS).access();
        assertEquals(new Access(new Admitted.Everybody(), Set.of(), NAMES), access);
        assertTrue(access.asks());
    }

    @Test
    void whoMayReadIsRead() {
        assertEquals(
                new Access(new Admitted.Authenticated(), Set.of(), NAMES),
                serve(URLS + "auth_required = true\n").access());
        Admitted members = new Admitted.Members(Set.of(PublicKey.parse(HEX), PublicKey.parse("ab".repeat(32))));
        assertEquals(
                new Access(members, Set.of(), NAMES),
                serve(URLS + "members = [\"" + NPUB + "\", \"" + "ab".repeat(32) + "\"]\n")
                        .access());
        assertEquals(
                new Access(new Admitted.Everybody(), Set.of(4, 1059), NAMES),
                serve(URLS + "restricted_kinds = [4, 1059]\n").access());
    }

    @Test
    void whoMayPublishIsRead() {
        assertEquals(new Writes.Open(), serve("write_policy = \"open\"\n").writes());
        assertEquals(
                new Writes.Mirrored(), serve("write_policy = \"mirrored\"\n").writes());
        assertEquals(
                new Writes.Listed(Set.of(PublicKey.parse(HEX))),
                serve("authors = [\"" + NPUB + "\", \"" + HEX + "\"]\nwrite_policy = \"authors\"\n")
                        .writes());
    }

    @Test
    void whatNeedsAuthenticationNeedsAnAddressToAuthenticateTo() {
        for (String key : Set.of("auth_required = true", "members = [\"" + NPUB + "\"]", "restricted_kinds = [4]")) {
            String name = key.substring(0, key.indexOf(' '));
            assertFault("name = \"x\"\n" + key + "\n", 3, "'" + name + "' needs 'urls' in [serve]");
            assertFault("urls = []\n" + key + "\n", 3, "'" + name + "' needs 'urls' in [serve]");
        }
    }

    @Test
    void faultsAreNamedWithTheirLine() {
        assertFault("auth_required = 1\n", 2, "'auth_required' must be true or false");
        assertFault(URLS + "members = [\"me\"]\n", 3, "'members': wanted a public key, npub1… or 64 hex digits");
        assertFault(URLS + "members = []\n", 3, "'members' is empty");
        assertFault(
                URLS + "members = [\"" + HEX + "\"]\nauth_required = false\n", 4, "can't be false beside 'members'");
        assertFault(URLS + "restricted_kinds = [70000]\n", 3, "from 0 to 65535");
        assertFault("write_policy = \"closed\"\n", 2, "wanted \"open\", \"mirrored\" or \"authors\"");
        assertFault("write_policy = \"authors\"\n", 2, "\"authors\" needs a list 'authors'");
        assertFault("write_policy = \"authors\"\nauthors = []\n", 3, "'authors' is empty");
        assertFault("authors = [\"" + HEX + "\"]\n", 2, "'authors' goes with write_policy = \"authors\"");
        assertFault("readers = []\n", 2, "unknown key 'readers'");
    }

    private static void assertFault(String keys, int line, String words) {
        ConfigurationException fault = assertThrows(ConfigurationException.class, () -> serve(keys), keys);
        assertTrue(fault.getMessage().startsWith("sluice.toml:" + line + ":"), fault.getMessage());
        assertTrue(fault.getMessage().contains(words), fault.getMessage());
        assertEquals(1, fault.getMessage().lines().count());
    }

    private static Serving serve(String keys) {
        return ConfigurationFile.parse("sluice.toml", "[serve]\n" + keys).serving();
    }
}
