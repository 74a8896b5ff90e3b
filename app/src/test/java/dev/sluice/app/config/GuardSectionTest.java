package dev.sluice.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.config.Configuration.Guard;
import dev.sluice.nostr.AddressRange;
import dev.sluice.nostr.DialRules;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuardSectionTest {

    private static Guard parse(String text) {
        return ConfigurationFile.parse("sluice.toml", text).guard();
    }

    @Test
    void whatTheOperatorAllowsIsRead() {
        Guard read = parse("""
                [guard]
                allow = ["Relay.Lan", "box.lan:9000", "ws://10.9.9.9:7000/x", "10.1.0.0/16", "[fd00::1]", "[fd00::2]:80"]
                ports = [9735, 1]
                max_message_length = 8388608
                """);
        Set<AddressRange> ranges = Stream.of("10.1.0.0/16", "fd00::1")
                .flatMap(text -> AddressRange.parse(text).stream())
                .collect(Collectors.toSet());
        assertEquals(
                new Guard(
                        new DialRules(
                                Set.of(9735, 1),
                                Set.of("relay.lan"),
                                Set.of("box.lan:9000", "10.9.9.9:7000", "[fd00::2]:80"),
                                ranges),
                        OptionalInt.of(8_388_608)),
                read);
        assertEquals(Guard.NONE, parse("[guard]\n"));
        assertEquals(Guard.NONE, parse(""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allow = ['10.0.0.0/33']|wanted HOST, HOST:PORT",
                "allow = ['a b']|wanted HOST, HOST:PORT",
                "allow = ['relay.lan/x']|wanted HOST, HOST:PORT",
                "allow = [1]|holds a wrong type",
                "ports = [0]|from 1 to 65535, not 0",
                "ports = [65536]|from 1 to 65535, not 65536",
                "max_message_length = 1000|must be from 65536 to 67108864",
                "alow = []|unknown key 'alow' in [guard]; known: allow, max_message_length, ports"
            })
    void faultsAreNamedWithTheirPlace(String line, String words) {
        ConfigurationException fault =
                assertThrows(ConfigurationException.class, () -> parse("[guard]\n" + line.replace('\'', '"') + "\n"));
        assertTrue(fault.getMessage().contains("sluice.toml:2:"), fault.getMessage());
        assertTrue(fault.getMessage().contains(words), fault.getMessage());
    }
}
