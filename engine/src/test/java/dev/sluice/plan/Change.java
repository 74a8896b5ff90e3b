package dev.sluice.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * From one list of groups to another; groups with the same filters are the same.
 *
 * @param stays in both
 * @param opens only in the later
 * @param closes only in the earlier
 */
public record Change(List<Group> stays, List<Group> opens, List<Group> closes) {

    public Change {
        stays = List.copyOf(stays);
        opens = List.copyOf(opens);
        closes = List.copyOf(closes);
    }

    /** What has to be done so that these are live in place of those. */
    public static Change between(List<Group> before, List<Group> after) {
        Set<Set<Chunk>> old = new HashSet<>();
        Set<Set<Chunk>> fresh = new HashSet<>();
        before.forEach(group -> old.add(Set.copyOf(group.chunks())));
        after.forEach(group -> fresh.add(Set.copyOf(group.chunks())));
        return new Change(
                after.stream()
                        .filter(group -> old.contains(Set.copyOf(group.chunks())))
                        .toList(),
                after.stream()
                        .filter(group -> !old.contains(Set.copyOf(group.chunks())))
                        .toList(),
                before.stream()
                        .filter(group -> !fresh.contains(Set.copyOf(group.chunks())))
                        .toList());
    }
}
