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

    /** Compares two. */
    public static ConfigurationChange between(Configuration before, Configuration now) {
        Comparison comparison = new Comparison(before, now);
        List<String> applied = new ArrayList<>();
        comparison.part(applied, "[[relay]]", Configuration::relays);
        comparison.part(applied, "[[watch]]", Configuration::watches);
        comparison.part(applied, "key_file", Configuration::keyFile);
        comparison.part(applied, "max_connections_per_relay", Configuration::maxConnections);
        List<String> waiting = new ArrayList<>();
        comparison.part(waiting, "data", Configuration::data);
        comparison.part(waiting, "[grasp]", Configuration::grasp);
        comparison.part(waiting, "[guard]", Configuration::guard);
        comparison.part(waiting, "[serve]", Configuration::serving);
        comparison.part(waiting, "[limits]", Configuration::limits);
        comparison.part(waiting, "[status]", Configuration::status);
        return new ConfigurationChange(applied, waiting);
    }

    private record Comparison(Configuration before, Configuration now) {
        private void part(List<String> into, String name, Function<Configuration, Object> part) {
            if (!part.apply(before).equals(part.apply(now))) {
                into.add(name);
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
