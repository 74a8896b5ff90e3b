package dev.sluice.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How demands are covered on one connection: what is live, what rotates, and what is only asked for in history. A value;
 * every demand is in history besides.
 *
 * @param demands what it was made for; what is essential is not in the tiers again
 * @param essential groups of all that is essential, whether they fit or not
 * @param tiers groups of the tiers that are live
 * @param liveTiers those, in order; essential is not among them
 * @param rotating the groups of each tier that is not live
 * @param rest essential groups beyond a bound on bytes: not live, but caught up with at intervals (RULES 3.9)
 * @param costs of each tier that wants something, those that are only history apart
 * @param oversized what was left out for its size
 */
public record CoveragePlan(
        Demands demands,
        Room room,
        GroupSet essential,
        GroupSet tiers,
        List<Tier> liveTiers,
        Map<Tier, List<Group>> rotating,
        List<Group> rest,
        Map<Tier, Cost> costs,
        List<Oversized> oversized) {

    public CoveragePlan {
        liveTiers = List.copyOf(liveTiers);
        rotating = Map.copyOf(rotating);
        rest = List.copyOf(rest);
        costs = Map.copyOf(costs);
        oversized = List.copyOf(oversized);
    }

    /**
     * What a tier costs beside those before it; nothing is shared with what is essential.
     *
     * @param slots REQs that it adds
     * @param bytes serialised values, with their commas
     */
    public record Cost(int filters, int slots, long bytes) {}

    /** Packs demands anew: the same for the same demands. */
    public static CoveragePlan of(Demands demands, Bounds bounds, Room room) {
        Demands wanted = Duplicates.dropped(demands);
        GroupSet essential = GroupSet.pack(wanted.of(Tier.ESSENTIAL), bounds);
        return new Admission(wanted, room, essential, GroupSet.empty(bounds)).plan();
    }

    /**
     * For other demands, or another room, with as little change to what is live as can be. Full groups stay as they are, so
     * where it is not live any more, or fewer tiers are, {@link #better} may be.
     */
    public CoveragePlan next(Demands others, Room now) {
        if (!isLive() || !rest.isEmpty()) {
            return of(others, bounds(), now);
        }
        Demands wanted = Duplicates.dropped(others);
        return new Admission(wanted, now, essential.next(wanted.of(Tier.ESSENTIAL)), tiers).plan();
    }

    /** The same packed anew, if more of it is live then: a reason to replace even what is full (RULES 3.8). */
    public Optional<CoveragePlan> better() {
        CoveragePlan anew = of(demands, bounds(), room);
        boolean better = anew.isLive() && (!isLive() || anew.liveTiers.size() > liveTiers.size());
        return better ? Optional.of(anew) : Optional.empty();
    }

    /** Whether what is essential is live, as far as bytes allow; else nothing is, and nothing rotates. */
    public boolean isLive() {
        return essential.size() - rest.size() <= room.slots();
    }

    /** The groups to hold open: what is essential, then tiers. */
    public List<Group> live() {
        return isLive()
                ? Stream.concat(liveEssential().stream(), tiers.groups().stream())
                        .toList()
                : List.of();
    }

    /** The groups of what is essential to hold open: all, or what a bound on bytes leaves of them. */
    public List<Group> liveEssential() {
        List<Group> all = essential.groups();
        return isLive() ? all.subList(0, all.size() - rest.size()) : List.of();
    }

    private Bounds bounds() {
        return tiers.bounds();
    }
}
