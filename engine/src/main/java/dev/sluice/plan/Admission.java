package dev.sluice.plan;

import dev.sluice.plan.CoveragePlan.Cost;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Admits what is essential, then whole tiers in order until one does not fit. */
final class Admission {
    /** Under a bound on bytes a group takes no more than this part of it, so that a prefix comes near the bound. */
    private static final int PARTS = 4;

    private final Demands demands;
    private final Room room;
    private final GroupSet essential;
    private final GroupSet heldTiers;
    private final Bounds bounds;
    private final Map<Tier, List<Chunk>> chunks = new EnumMap<>(Tier.class);
    private final Map<Tier, Cost> costs = new EnumMap<>(Tier.class);
    private final List<Oversized> oversized;

    /** The groups that each tier has together with those before it. */
    private final Map<Tier, List<Group>> prefixes = new EnumMap<>(Tier.class);

    /**
     * @param essential groups of what is essential
     * @param heldTiers groups of tiers that are live now
     */
    Admission(Demands demands, Room room, GroupSet essential, GroupSet heldTiers) {
        this.demands = demands;
        this.room = room;
        this.essential = essential;
        this.heldTiers = heldTiers;
        this.bounds = heldTiers.bounds();
        if (essential.size() > 0) {
            costs.put(Tier.ESSENTIAL, new Cost(essential.filters(), essential.size(), essential.bytes()));
        }
        this.oversized = new ArrayList<>(essential.oversized());
        cutTiers();
    }

    private void cutTiers() {
        Cutter cutter = new Cutter(bounds);
        demands.all().stream().filter(demand -> demand.tier().isReference()).forEach(cutter::cut);
        oversized.addAll(cutter.oversized());
        cutter.chunks()
                .forEach(chunk -> chunks.computeIfAbsent(chunk.tier(), tier -> new ArrayList<>())
                        .add(chunk));
        List<Chunk> soFar = new ArrayList<>();
        int slots = 0;
        for (Map.Entry<Tier, List<Chunk>> tier : chunks.entrySet()) {
            soFar.addAll(tier.getValue());
            List<Group> groups = FirstFit.pack(soFar, bounds);
            long bytes = tier.getValue().stream().mapToLong(Chunk::bytes).sum();
            costs.put(tier.getKey(), new Cost(tier.getValue().size(), groups.size() - slots, bytes));
            prefixes.put(tier.getKey(), groups);
            slots = groups.size();
        }
    }

    CoveragePlan plan() {
        if (essential.size() > room.slots()) {
            return plan(essential, List.of(), List.of(), Map.of());
        }
        long left = room.bytes() - bytes(essential.groups());
        if (left < 0) {
            return prefix();
        }
        List<Tier> live = liveTiers(left);
        return plan(essential, live, List.of(), rotating(live));
    }

    private CoveragePlan plan(GroupSet now, List<Tier> live, List<Group> rest, Map<Tier, List<Group>> rotating) {
        return new CoveragePlan(demands, room, now, tiers(live), live, rotating, rest, costs, oversized);
    }

    /** Tiers that fit together with all before them. */
    private List<Tier> liveTiers(long leftBytes) {
        List<Tier> live = new ArrayList<>();
        for (Map.Entry<Tier, List<Group>> prefix : prefixes.entrySet()) {
            if (prefix.getValue().size() > leftSlots() || bytes(prefix.getValue()) > leftBytes) {
                break;
            }
            live.add(prefix.getKey());
        }
        return live;
    }

    /** As little changed as can be, unless that takes more slots than there are. */
    private GroupSet tiers(List<Tier> live) {
        GroupSet next = heldTiers.next(demands.all().stream()
                .filter(demand -> live.contains(demand.tier()))
                .toList());
        boolean fits = live.isEmpty() || next.size() <= leftSlots();
        return fits
                ? next
                : new GroupSet(bounds, Objects.requireNonNull(prefixes.get(live.getLast())), next.oversized());
    }

    private Map<Tier, List<Group>> rotating(List<Tier> live) {
        Map<Tier, List<Group>> rotating = new EnumMap<>(Tier.class);
        chunks.forEach((tier, wanted) -> {
            if (!live.contains(tier)) {
                rotating.put(tier, FirstFit.pack(wanted, bounds));
            }
        });
        return rotating;
    }

    /** The longest row of groups that the bytes bear, packed finer (RULES 3.9). */
    private CoveragePlan prefix() {
        int finest = (int) Math.min(Integer.MAX_VALUE, Math.max(1, room.bytes() / PARTS));
        GroupSet finer = GroupSet.pack(demands.of(Tier.ESSENTIAL), bounds.payloadAtMost(finest));
        int borne = 0;
        long left = room.bytes();
        for (Group group : finer.groups()) {
            left -= RequestBytes.of(group.filters());
            if (left < 0 || borne == room.slots()) {
                break;
            }
            borne++;
        }
        return plan(finer, List.of(), finer.groups().subList(borne, finer.size()), rotating(List.of()));
    }

    private int leftSlots() {
        return room.slots() - essential.size();
    }

    private long bytes(List<Group> groups) {
        return room.isBoundedInBytes() ? RequestBytes.ofAll(groups) : 0;
    }
}
