package dev.sluice.app.config;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What is other in a configuration that was read again.
 *
 * @param applied parts that a running command takes up
 * @param waiting parts that it takes up when it is started again
 */
public record ConfigurationChange(List<String> applied, List<String> waiting) {

    public ConfigurationChange {
        applied = List.copyOf(applied);
        waiting = List.copyOf(waiting);
    }

    /**
     * Compares two.
     *
     * @param started what the command was started with
     */
    public static ConfigurationChange between(Configuration started, Configuration before, Configuration now) {
        List<String> applied = different(before.takenUpBy(started), now.takenUpBy(started));
        List<String> waiting = different(now.takenUpBy(started), now);
        return new ConfigurationChange(applied, waiting);
    }

    private static List<String> different(Configuration one, Configuration other) {
        Comparison comparison = new Comparison(one, other, new ArrayList<>());
        comparison.part("data", Configuration::data);
        comparison.part("key_file", Configuration::keyFile);
        comparison.part("max_connections_per_relay", Configuration::maxConnections);
        comparison.part("[[relay]]", Configuration::relays);
        comparison.part("[[watch]]", Configuration::watches);
        comparison.part("[grasp]", Configuration::grasp);
        comparison.part("[guard]", Configuration::guard);
        comparison.part("[serve]", Configuration::serving);
        comparison.part("[limits]", Configuration::limits);
        comparison.part("[status]", Configuration::status);
        return comparison.names();
    }

    private record Comparison(Configuration one, Configuration other, List<String> names) {
        private void part(String name, Function<Configuration, Object> part) {
            if (!part.apply(one).equals(part.apply(other))) {
                names.add(name);
            }
        }
    }

    /** In words for a person. */
    public String words() {
        List<String> words = new ArrayList<>();
        if (!applied.isEmpty()) {
            words.add("taken up: " + String.join(", ", applied));
        }
        if (!waiting.isEmpty()) {
            words.add("needs a restart: " + String.join(", ", waiting));
        }
        return words.isEmpty() ? "nothing has changed" : String.join("; ", words);
    }
}
