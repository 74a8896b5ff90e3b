package dev.sluice.app.config;

import dev.sluice.app.config.ConfigurationException.Fault;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** A table of the file that knows which of its keys were asked for, so that every other one is a fault. */
final class Section {

    private final String file;
    private final String name;
    private final TomlTable table;
    private final TomlPosition position;
    private final Set<String> known = new TreeSet<>();

    Section(String file, String name, TomlTable table, TomlPosition position) {
        this.file = file;
        this.name = name;
        this.table = table;
        this.position = position;
    }

    Optional<String> text(String key) {
        return value(key, String.class, "a string");
    }

    Optional<Boolean> flag(String key) {
        return value(key, Boolean.class, "true or false");
    }

    /** An integer of a range, both ends included. */
    OptionalLong number(String key, long least, long most) {
        Optional<Long> number = value(key, Long.class, "an integer");
        if (number.isEmpty()) {
            return OptionalLong.empty();
        }
        long value = number.get();
        if (value < least || value > most) {
            throw fault(key, "'" + key + "' must be from " + least + " to " + most + ", not " + value);
        }
        return OptionalLong.of(value);
    }

    /** A text read by a parser whose {@link IllegalArgumentException} becomes a fault at the key. */
    <T> Optional<T> parsed(String key, Function<String, T> parser) {
        Optional<String> text = text(key);
        try {
            return text.map(parser);
        } catch (IllegalArgumentException e) {
            throw fault(key, "'" + key + "': " + e.getMessage());
        }
    }

    /** A list of values, each read by a parser; empty when the key is absent. */
    <S, T> Optional<List<T>> list(String key, Class<S> type, Function<S, T> parser) {
        return value(key, TomlArray.class, "a list").map(array -> elements(key, array, type, parser));
    }

    /** A table below this one. */
    Optional<Section> section(String key) {
        return value(key, TomlTable.class, "a table").map(inner -> new Section(file, "[" + key + "]", inner, at(key)));
    }

    /** The tables of an array of tables, none when the key is absent. */
    List<Section> sections(String key) {
        Optional<TomlArray> array = value(key, TomlArray.class, "[[" + key + "]] tables");
        List<Section> sections = new ArrayList<>();
        for (int i = 0; i < array.map(TomlArray::size).orElse(0); i++) {
            if (!(array.get().get(i) instanceof TomlTable inner)) {
                throw fault(key, "'" + key + "' must be written as [[" + key + "]] tables");
            }
            sections.add(new Section(file, "[[" + key + "]]", inner, array.get().inputPositionOf(i)));
        }
        return sections;
    }

    boolean has(String key) {
        return table.contains(List.of(key));
    }

    /** Keys of this table that begin with a prefix, in the order of the alphabet. */
    Set<String> keys(String prefix) {
        Set<String> keys = new TreeSet<>(table.keySet());
        keys.removeIf(key -> !key.startsWith(prefix));
        return keys;
    }

    /** Refuses every key that nobody has asked for. */
    void refuseOthers() {
        Set<String> others = new HashSet<>(table.keySet());
        others.removeAll(known);
        List<Fault> faults = new ArrayList<>();
        for (String key : new TreeSet<>(others)) {
            faults.add(at(at(key), "unknown key '" + key + "' in " + name + "; known: " + String.join(", ", known)));
        }
        if (!faults.isEmpty()) {
            throw new ConfigurationException(faults);
        }
    }

    /** A fault at a key. */
    ConfigurationException fault(String key, String what) {
        return new ConfigurationException(at(at(key), what));
    }

    /** A fault of the table as a whole. */
    ConfigurationException fault(String what) {
        return new ConfigurationException(at(position, what));
    }

    private <S, T> List<T> elements(String key, TomlArray array, Class<S> type, Function<S, T> parser) {
        List<T> elements = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            Object element = array.get(i);
            if (!type.isInstance(element)) {
                throw new ConfigurationException(at(array.inputPositionOf(i), "'" + key + "' holds a wrong type"));
            }
            try {
                elements.add(parser.apply(type.cast(element)));
            } catch (IllegalArgumentException e) {
                throw new ConfigurationException(at(array.inputPositionOf(i), "'" + key + "': " + e.getMessage()));
            }
        }
        return elements;
    }

    private <T> Optional<T> value(String key, Class<T> type, String wanted) {
        known.add(key);
        @Nullable Object value = table.get(List.of(key));
        if (value == null) {
            return Optional.empty();
        }
        if (!type.isInstance(value)) {
            throw fault(key, "'" + key + "' must be " + wanted);
        }
        return Optional.of(type.cast(value));
    }

    private TomlPosition at(String key) {
        TomlPosition found = table.inputPositionOf(List.of(key));
        return found == null ? position : found;
    }

    private Fault at(TomlPosition where, String what) {
        return new Fault(file, where.line(), where.column(), what);
    }
}
