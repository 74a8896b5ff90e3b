package dev.sluice.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What has no group, and the groups that are not full: as few slots as can be without touching full groups, by the way
 * that retires the fewest. Where that would retire several, one slot more is borne: it costs fewer messages, and the next
 * growth brings it back.
 */
final class Tail {
    private final Bounds bounds;
    private final List<Chunk> loose;
    private final Map<Chunk.Key, List<String>> added;
    private List<Oversized> oversized = List.of();

    /**
     * @param loose left of groups that are no more
     * @param added sorted values that are new; none for a filter that is wanted whole
     */
    Tail(Bounds bounds, List<Chunk> loose, Map<Chunk.Key, List<String>> added) {
        this.bounds = bounds;
        this.loose = loose;
        this.added = added;
    }

    /** What was too large of what is new, once it has been packed. */
    List<Oversized> oversized() {
        return oversized;
    }

    List<Group> regrouped(List<Group> staying) {
        List<Group> partial = staying.stream()
                .filter(group -> !group.isFull(bounds))
                .sorted(Comparator.comparingInt(Group::bytes))
                .toList();
        int least = packed(partial).size();
        List<List<Group>> few = few(partial);
        return first(few, staying, partial.size(), least)
                .or(() -> first(few, staying, partial.size(), least + 1))
                .or(() -> first(many(partial), staying, partial.size(), least + 1))
                .orElseThrow();
    }

    /** The groups after the first of these was retired that leads to so few slots. */
    private Optional<List<Group>> first(List<List<Group>> candidates, List<Group> staying, int partial, int most) {
        for (List<Group> retired : candidates) {
            List<Group> packed = packed(retired);
            if (packed.size() + partial - retired.size() <= most) {
                return Optional.of(replaced(staying, retired, packed));
            }
        }
        return Optional.empty();
    }

    /** Nothing, or one group. */
    private static List<List<Group>> few(List<Group> partial) {
        List<List<Group>> few = new ArrayList<>();
        few.add(List.of());
        partial.forEach(group -> few.add(List.of(group)));
        return few;
    }

    /** Ever more of the emptiest. */
    private static List<List<Group>> many(List<Group> partial) {
        return IntStream.rangeClosed(2, partial.size())
                .mapToObj(many -> partial.subList(0, many))
                .toList();
    }

    private static List<Group> replaced(List<Group> staying, List<Group> retired, List<Group> packed) {
        List<Group> groups = new ArrayList<>(staying);
        groups.removeAll(retired);
        groups.addAll(packed);
        return groups;
    }

    /** Groups of what is loose, what is new and what these groups hold; sealed chunks stay as they are. */
    private List<Group> packed(List<Group> retired) {
        List<Chunk> chunks = new ArrayList<>(loose);
        retired.forEach(group -> chunks.addAll(group.chunks()));
        Map<Chunk.Key, List<String>> open = new LinkedHashMap<>();
        for (Chunk chunk : chunks) {
            if (chunk.state() == Chunk.State.OPEN) {
                open.computeIfAbsent(chunk.key(), key -> new ArrayList<>()).addAll(chunk.values());
            }
        }
        chunks.removeIf(chunk -> chunk.state() == Chunk.State.OPEN);
        added.forEach((key, values) ->
                open.computeIfAbsent(key, one -> new ArrayList<>()).addAll(values));
        Cutter cutter = new Cutter(bounds);
        open.forEach((key, values) -> cutter.cut(key, values));
        oversized = cutter.oversized();
        chunks.addAll(cutter.chunks());
        chunks.sort(Comparator.comparingInt(Chunk::bytes).reversed());
        return FirstFit.pack(chunks, bounds);
    }
}
