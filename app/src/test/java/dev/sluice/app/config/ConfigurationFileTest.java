package dev.sluice.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.config.Configuration.Relay;
import dev.sluice.grasp.GraspRules;
import dev.sluice.grasp.Parties;
import dev.sluice.grasp.RelayBounds;
import dev.sluice.grasp.Service;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.DialRules;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.relay.Limit;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class ConfigurationFileTest {

    private static final String ID = "ab".repeat(32);

    @Test
    void everyDocumentedKeyIsRead() {
        Configuration read = parse("""
                data = "/srv/sluice"
                key_file = "/srv/sluice.key"
                max_connections_per_relay = 2

                [[relay]]
                url = "wss://Relay.Example/"

                [[relay]]
                url = "ws://127.0.0.1:7447"
                owned = true
                max_connections = 1
                key_file = "other.key"

                [[watch]]
                filter = '{"kinds":[30617]}'

                [[watch]]
                kinds = [1, 1111]
                ids = ["%s"]
                since = 1700000000
                "#t" = ["nostr", "git"]

                [serve]
                listen = "[::1]:7448"
                name = "mine"
                description = "a copy"
                contact = "mailto:me@relay.example"

                [limits]
                max_limit = 10000
                default_limit = 100
                max_message_length = 65536
                max_subscriptions = 50
                max_filters = 5
                """.formatted(ID));

        assertEquals(Optional.of(Path.of("/srv/sluice")), read.data());
        assertEquals(Optional.of(Path.of("/srv/sluice.key")), read.keyFile());
        assertEquals(OptionalInt.of(2), read.maxConnections());
        assertEquals(
                List.of(
                        new Relay(url("wss://relay.example"), false, OptionalInt.empty(), Optional.empty()),
                        new Relay(
                                url("ws://127.0.0.1:7447"),
                                true,
                                OptionalInt.of(1),
                                Optional.of(Path.of("other.key")))),
                read.relays());
        assertEquals(
                List.of(
                        Filter.ALL.withKinds(Set.of(30_617)),
                        Filter.ALL
                                .withKinds(Set.of(1, 1111))
                                .withIds(Set.of(EventId.parse(ID)))
                                .withSince(OptionalLong.of(1_700_000_000))
                                .withTag('t', Set.of("nostr", "git"))),
                read.watches());
        assertEquals(Optional.of(new ListenAddress("::1", 7448)), read.serving().listen());
        assertEquals(Optional.of("mailto:me@relay.example"), read.serving().contact());
        assertEquals(10_000, read.limits().of(Limit.MAX_LIMIT));
        assertEquals(5, read.limits().of(Limit.MAX_FILTERS));
        assertEquals(60, read.limits().of(Limit.MAX_WRITES_PER_MINUTE));
    }

    @Test
    void theRulesOfAGitServiceAreRead() {
        Configuration read = parse("""
                [grasp]
                domain = "Grasp.Example:8443"
                bootstrap = ["wss://Relay.Example/", "other.example"]
                archive_mode = true
                allow = ["npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg", "30617:%s:a:b"]
                deny = ["%s"]
                max_relays_per_author = 5
                max_relays = 50
                """.formatted(ID, ID));
        PublicKey author = PublicKey.parse("7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e");
        PublicKey other = PublicKey.parse(ID);
        assertEquals(
                Optional.of(new GraspRules(
                        new Service("grasp.example", 8443),
                        Set.of(url("wss://relay.example"), url("wss://other.example")),
                        true,
                        new Parties(Set.of(author), Set.of(new Coordinate(30_617, other, "a:b"))),
                        new Parties(Set.of(other), Set.of()),
                        new RelayBounds(5, 50, DialRules.OPEN_INTERNET))),
                read.grasp());
        assertEquals(
                Optional.of(GraspRules.of(new Service("grasp.example", 0), Set.of())),
                parse("[grasp]\ndomain = \"grasp.example\"\n").grasp());
    }

    @Test
    void anEmptyFileLeavesAllToFlagsAndDefaults() {
        assertEquals(Configuration.EMPTY, parse("# nothing\n"));
    }

    @Test
    void faultsAreNamedWithLineAndColumn() {
        assertFault("data = 1\n", 1, "'data' must be a string");
        assertFault("\n\ndata = \n", 3, "Unexpected end of line");
        assertFault("max_connections_per_relay = 5\n", 1, "from 1 to 4");
        assertFault("[[relay]]\nowned = true\n", 1, "needs a 'url'");
        assertFault("[[relay]]\nurl = \"http//x y\"\n", 2, "not a relay URL");
        assertFault("[[watch]]\nfilter = '{\"kinds\":[\"a\"]}'\n", 2, "not a filter");
        assertFault("[[watch]]\nfilter = '{\"limit\":3}'\n", 2, "has no limit");
        assertFault("[[watch]]\nfilter = '{}'\nkinds = [1]\n", 3, "beside 'filter'");
        assertFault("[[watch]]\nkinds = [1, 70000]\n", 2, "from 0 to 65535");
        assertFault("[[watch]]\n\"#tt\" = [\"x\"]\n", 2, "one letter");
        assertFault("[serve]\nlisten = \"7447\"\n", 2, "expected HOST:PORT");
        assertFault("\n[grasp]\narchive_mode = true\n", 2, "needs a 'domain'");
        assertFault("[grasp]\ndomain = \"wss://grasp.example\"\n", 2, "not a host or HOST:PORT");
        String grasp = "[grasp]\ndomain = \"grasp.example\"\n";
        assertFault(grasp + "bootstrap = [\"x y\"]\n", 3, "not a relay URL");
        assertFault(grasp + "archive_mode = 1\n", 3, "must be true or false");
        assertFault(grasp + "allow = [\"30618:" + ID + ":x\"]\n", 3, "'allow': wanted an author");
        assertFault(grasp + "deny = [\"nobody\"]\n", 3, "'deny': wanted an author");
        assertFault(grasp + "max_relays = 0\n", 3, "must be from 1 to 100000");
        assertFault(grasp + "relays = []\n", 3, "unknown key 'relays' in [grasp]");
        assertFault("[limits]\nmax_limit = 0\n", 2, "must be from 1 to 1000000");
        assertFault("[limits]\nmax_limit = 10\ndefault_limit = 11\n", 3, "must not be more than 'max_limit', 10");
        assertFault("[limits]\nmax_neg_items = 4000001\n", 2, "must not be more than 'max_neg_shared_items', 4000000");
    }

    @Test
    void anUnknownKeyIsAFaultThatNamesTheKnownOnes() {
        ConfigurationException fault =
                assertFault("[[relay]]\nurl = \"wss://a.example\"\nowner = true\n", 3, "'owner'");
        assertTrue(fault.getMessage().endsWith("known: key_file, max_connections, owned, url"), fault.getMessage());
        assertFault("relays = []\n", 1, "unknown key 'relays'");
    }

    @Test
    void theColumnIsThatOfTheFaultyElement() {
        ConfigurationException fault = assertFault("[[watch]]\nids = [\"" + ID + "\", \"xyz\"]\n", 2, "'ids'");
        assertTrue(fault.getMessage().startsWith("sluice.toml:2:76: "), fault.getMessage());
    }

    @Test
    void allUnknownKeysOfATableAreNamedAtOnce() {
        ConfigurationException fault = assertFault("b = 1\na = 2\n", 2, "unknown key 'a'");
        assertEquals(2, fault.getMessage().lines().count());
    }

    @Test
    void aMissingFileIsAFault() {
        ConfigurationException fault = assertThrows(
                ConfigurationException.class, () -> ConfigurationFile.read(Path.of("no-such-folder", "sluice.toml")));
        assertTrue(fault.getMessage().contains("there is no such file"), fault.getMessage());
    }

    @Test
    void everyLimitHasItsKeyAndItsBounds() {
        for (Limit limit : Limit.values()) {
            String key = "[limits]\n" + limit.key() + " = ";
            assertEquals(limit.least(), parse(key + limit.least()).limits().said(limit), limit.key());
            assertFault(key + (limit.least() - 1) + "\n", 2, "must be from " + limit.least() + " to ");
            assertFault(key + (limit.most() + 1) + "\n", 2, " to " + limit.most() + ", not ");
        }
    }

    private static ConfigurationException assertFault(String text, int line, String words) {
        ConfigurationException fault = assertThrows(ConfigurationException.class, () -> parse(text), text);
        assertTrue(fault.getMessage().startsWith("sluice.toml:" + line + ":"), fault.getMessage());
        assertTrue(fault.getMessage().contains(words), fault.getMessage());
        return fault;
    }

    private static Configuration parse(String text) {
        return ConfigurationFile.parse("sluice.toml", text);
    }

    private static RelayUrl url(String text) {
        return RelayUrl.parse(text).orElseThrow();
    }
}
