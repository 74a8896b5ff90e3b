package dev.sluice.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Spreads demands over several connections to one relay when what is essential does not fit on one; tiers never open
 * another. A value is on the same shard in whatever field it is asked for, and a further shard takes values only to
 * itself: about one in as many as there are shards then. Pure.
 */
public final class Shards {
    /** Connections to one relay. */
    public static final int MOST = 4;

    /** A shard is given up only when the others stay so far, in quarters, below what they have room for. */
    private static final int CALM_QUARTERS = 3;

    private Shards() {}

    /** The demands of each of so many shards. */
    public static List<Demands> spread(Demands demands, int shards) {
        if (shards == 1) {
            return List.of(demands);
        }
        List<List<Demand>> parts = Stream.generate(() -> (List<Demand>) new ArrayList<Demand>())
                .limit(shards)
                .toList();
        demands.all().forEach(demand -> spread(demand, parts));
        return parts.stream().map(Demands::new).toList();
    }

    private static void spread(Demand demand, List<List<Demand>> parts) {
        if (demand.field().isEmpty()) {
            parts.get(shard(demand.family(), parts.size())).add(demand);
            return;
        }
        List<List<String>> values = Stream.generate(() -> (List<String>) new ArrayList<String>())
                .limit(parts.size())
                .toList();
        demand.values().forEach(value -> values.get(shard(value, parts.size())).add(value));
        for (int i = 0; i < parts.size(); i++) {
            if (!values.get(i).isEmpty()) {
                parts.get(i)
                        .add(Demand.of(
                                demand.tier(), demand.base(), demand.field().get(), values.get(i)));
            }
        }
    }

    /** The shard of a value, from 0: the one with the highest number for it (rendezvous hashing). */
    static int shard(String value, int shards) {
        int best = 0;
        long highest = number(value, 0);
        for (int i = 1; i < shards; i++) {
            long number = number(value, i);
            if (number > highest) {
                highest = number;
                best = i;
            }
        }
        return best;
    }

    /** The finisher of SplitMix64 over what {@link String#hashCode} is the same for in every process. */
    private static long number(String value, int shard) {
        long z = value.hashCode() + (shard + 1) * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /**
     * The fewest shards on which all that is essential is live.
     *
     * @param room of each
     * @param most that may be
     * @return empty when they are too few
     */
    public static OptionalInt needed(Demands demands, Bounds bounds, Room room, int most) {
        Demands essential = essential(demands);
        GroupSet together = GroupSet.pack(essential.all(), bounds);
        if (together.size() <= room.slots()) {
            return OptionalInt.of(1);
        }
        // fewer could not carry the bytes, so they are not even tried
        long perShard = Math.max(1, room.slots() * bounds.requestBytes());
        long least = Math.max(2, Math.ceilDiv(together.bytes(), perShard));
        return IntStream.rangeClosed((int) Math.min(most + 1L, least), most)
                .filter(shards -> fits(essential, bounds, room.slots(), shards))
                .findFirst();
    }

    /**
     * How many there are to be, if there are some now: as few as are needed, but fewer than now only when they have slots
     * to spare then.
     *
     * @return empty when they are too few
     */
    public static OptionalInt next(int now, Demands demands, Bounds bounds, Room room, int most) {
        OptionalInt needed = needed(demands, bounds, room, most);
        if (needed.isEmpty() || needed.getAsInt() >= now) {
            return needed;
        }
        Demands essential = essential(demands);
        int calm = Math.ceilDiv(room.slots() * CALM_QUARTERS, 4);
        return OptionalInt.of(IntStream.range(needed.getAsInt(), now)
                .filter(shards -> fits(essential, bounds, calm, shards))
                .findFirst()
                .orElse(Math.min(now, most)));
    }

    private static Demands essential(Demands demands) {
        return Duplicates.dropped(new Demands(demands.of(Tier.ESSENTIAL)));
    }

    private static boolean fits(Demands essential, Bounds bounds, int slots, int shards) {
        return spread(essential, shards).stream()
                .allMatch(part -> GroupSet.pack(part.all(), bounds).size() <= slots);
    }
}
