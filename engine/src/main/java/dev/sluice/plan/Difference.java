package dev.sluice.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is to be added to groups and removed from them, value by value; a filter that is wanted whole has no values. */
final class Difference {
    private final GroupSet held;
    private final Map<Chunk.Key, Set<String>> values = new HashMap<>();
    private final Map<Chunk.Key, List<String>> added = new LinkedHashMap<>();
    private final Map<Chunk.Key, Set<String>> removed = new HashMap<>();
    private final List<Oversized> oversized = new ArrayList<>();

    Difference(GroupSet held) {
        this.held = held;
        for (Group group : held.groups()) {
            for (Chunk chunk : group.chunks()) {
                values.computeIfAbsent(chunk.key(), key -> new HashSet<>()).addAll(chunk.values());
            }
        }
    }

    Difference adding(List<Demand> more) {
        Cutter cutter = new Cutter(held.bounds());
        for (Demand demand : more) {
            cutter.keys(demand).forEach(key -> add(key, demand.values()));
        }
        oversized.addAll(cutter.oversized());
        return this;
    }

    private void add(Chunk.Key key, List<String> wanted) {
        Set<String> known = values.get(key);
        if (known == null) {
            added.put(key, wanted);
            return;
        }
        List<String> fresh =
                wanted.stream().filter(value -> !known.contains(value)).toList();
        if (!fresh.isEmpty()) {
            added.put(key, fresh);
        }
    }

    Difference removing(List<Demand> less) {
        Cutter cutter = new Cutter(held.bounds());
        less.forEach(demand -> cutter.keys(demand).forEach(key -> removed.put(key, Set.copyOf(demand.values()))));
        return this;
    }

    /** Removes whatever else is held. */
    Difference keeping(List<Demand> wanted) {
        Cutter cutter = new Cutter(held.bounds());
        Map<Chunk.Key, Set<String>> left = new HashMap<>();
        values.forEach((key, known) -> left.put(key, new HashSet<>(known)));
        for (Demand demand : wanted) {
            for (Chunk.Key key : cutter.keys(demand)) {
                Set<String> rest = left.getOrDefault(key, new HashSet<>());
                demand.values().forEach(rest::remove);
                if (rest.isEmpty()) {
                    left.remove(key);
                }
            }
        }
        removed.putAll(left);
        return this;
    }

    /** The groups after it. */
    List<Group> applied() {
        List<Group> staying = new ArrayList<>();
        List<Chunk> loose = new ArrayList<>();
        for (Group group : held.groups()) {
            List<Chunk> left = group.chunks().stream()
                    .map(this::left)
                    .flatMap(Optional::stream)
                    .toList();
            if (left.equals(group.chunks())) {
                staying.add(group);
            } else {
                loose.addAll(left);
            }
        }
        return loose.isEmpty() && added.isEmpty() ? staying : regrouped(staying, loose);
    }

    private List<Group> regrouped(List<Group> staying, List<Chunk> loose) {
        Tail tail = new Tail(held.bounds(), loose, added);
        List<Group> groups = tail.regrouped(staying);
        oversized.addAll(tail.oversized());
        return groups;
    }

    /** What is too large of what was added, once it has been applied. */
    List<Oversized> oversized() {
        return oversized;
    }

    private Optional<Chunk> left(Chunk chunk) {
        Set<String> less = removed.get(chunk.key());
        if (less == null) {
            return Optional.of(chunk);
        }
        boolean touched = chunk.values().stream().anyMatch(less::contains);
        if (chunk.field().isPresent() && !touched) {
            return Optional.of(chunk);
        }
        return chunk.without(less, held.bounds());
    }
}
