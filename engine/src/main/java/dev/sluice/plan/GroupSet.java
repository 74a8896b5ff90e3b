package dev.sluice.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * Groups that together ask for all that some demands want, one REQ each. It is packed anew, or made from another set, of
 * which it leaves alone what it can. A value.
 *
 * @param oversized what was left out for its size
 */
public record GroupSet(Bounds bounds, List<Group> groups, List<Oversized> oversized) {

    public GroupSet {
        groups = List.copyOf(groups);
        oversized = List.copyOf(oversized);
    }

    /** No groups, to be extended. */
    public static GroupSet empty(Bounds bounds) {
        return new GroupSet(bounds, List.of(), List.of());
    }

    /** Few groups, the same for the same demands, in whatever order values were named. */
    public static GroupSet pack(List<Demand> demands, Bounds bounds) {
        Cutter cutter = new Cutter(bounds);
        demands.forEach(cutter::cut);
        return new GroupSet(bounds, FirstFit.pack(cutter.chunks(), bounds), cutter.oversized());
    }

    /**
     * With more that is wanted. What is held already is dropped; full groups stay as they are, and others unless that
     * saves a slot (RULES 6.1).
     */
    public GroupSet extend(List<Demand> added) {
        if (groups.isEmpty()) {
            return pack(added, bounds);
        }
        Difference difference = new Difference(this).adding(added);
        List<Group> after = difference.applied();
        return new GroupSet(
                bounds,
                after,
                Stream.concat(oversized.stream(), difference.oversized().stream())
                        .distinct()
                        .toList());
    }

    /** With less that is wanted: only groups that name something of it are others afterwards, and what they are merged with. */
    public GroupSet without(List<Demand> removed) {
        List<Group> after = new Difference(this).removing(removed).applied();
        return new GroupSet(
                bounds,
                after,
                oversized.stream()
                        .filter(large -> removed.stream().noneMatch(large::isOf))
                        .toList());
    }

    /** The groups for other demands: what is new among them is added, what they do not name is removed. */
    public GroupSet next(List<Demand> wanted) {
        if (groups.isEmpty()) {
            return pack(wanted, bounds);
        }
        Difference difference = new Difference(this).adding(wanted).keeping(wanted);
        List<Group> after = difference.applied();
        return new GroupSet(bounds, after, difference.oversized());
    }

    public int size() {
        return groups.size();
    }

    /** Filters of all groups. */
    public int filters() {
        return groups.stream().mapToInt(group -> group.chunks().size()).sum();
    }

    /** Serialised values, with their commas, of all groups. */
    public long bytes() {
        return groups.stream().mapToLong(Group::bytes).sum();
    }
}
