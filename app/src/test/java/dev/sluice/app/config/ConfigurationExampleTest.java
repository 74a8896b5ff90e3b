package dev.sluice.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.relay.Limit;
import dev.sluice.relay.RelayLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
final class ConfigurationExampleTest {

    private static final Pattern UNSET = Pattern.compile("(?m)^# (?=\\[|\"?[#a-z_]+\"? = )");

    private static final Pattern KEY = Pattern.compile("\"?([#a-z_]+)\"? = ");

    /** What stands for values that can't be read as they are. */
    private static final Map<String, String> REAL =
            Map.of("HEX", "ab".repeat(32), "auth_required = false\n", "auth_required = true\n");

    @Test
    void itsDefaultsAreThoseThatHoldWithoutIt() {
        assertEquals(RelayLimits.DEFAULT, read(ConfigurationExample.text()).limits());
        Configuration all = read(everyKeySet());
        Arrays.stream(Limit.values())
                .filter(limit -> limit.usual() != Limit.NONE)
                .forEach(limit -> assertEquals(limit.usual(), all.limits().of(limit), limit.key()));
        assertEquals(ListenAddress.STATUS, all.status().orElseThrow());
        assertEquals(Origins.DEFAULT, all.serving().origins());
        assertEquals(30, all.grasp().orElseThrow().bounds().perAuthor());
        assertEquals(1_000, all.grasp().orElseThrow().bounds().inAll());
        assertEquals(4_194_304, all.guard().maxMessageLength().orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[[relay]]", "[[watch]]", "[grasp]", "[guard]", "[serve]", "[status]", "[limits]"})
    void everyKeyIsThere(String table) {
        String all = everyKeySet();
        int end = table.isEmpty() ? 0 : all.lastIndexOf(table + "\n") + table.length() + 1;
        String text = all.substring(0, end) + "nobody_knows = 1\n" + all.substring(end);

        String message =
                assertThrows(ConfigurationException.class, () -> read(text)).getMessage();

        assertTrue(message.contains("unknown key 'nobody_knows'"), message);
        String known = message.substring(message.indexOf("known: ") + 7)
                .lines()
                .findFirst()
                .orElseThrow();
        assertEquals(new TreeSet<>(List.of(known.split(", "))), keys(all, table));
    }

    /** The keys that stand in the tables of a name; of the file those of its tables too. */
    private static Set<String> keys(String text, String table) {
        Set<String> keys = new TreeSet<>();
        String at = "";
        for (String line : text.lines().toList()) {
            Matcher key = KEY.matcher(line);
            if (line.startsWith("[")) {
                at = line;
                if (table.isEmpty()) {
                    keys.add(line.replaceAll("[\\[\\]]", ""));
                }
            } else if (at.equals(table) && key.lookingAt()) {
                keys.add(key.group(1));
            }
        }
        return keys;
    }

    private static String everyKeySet() {
        String all = UNSET.matcher(ConfigurationExample.text()).replaceAll("");
        for (Map.Entry<String, String> value : REAL.entrySet()) {
            all = all.replace(value.getKey(), value.getValue());
        }
        return all;
    }

    private static Configuration read(String text) {
        return ConfigurationFile.parse("example.toml", text);
    }
}
