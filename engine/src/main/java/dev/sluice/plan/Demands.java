package dev.sluice.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that is wanted of one relay: in the order of tiers, one demand a tier and family. Equal wants are equal values, in
 * whatever order they were named.
 */
public record Demands(List<Demand> all) {
    /** Nothing is wanted. */
    public static final Demands NONE = new Demands(List.of());

    /** In this order. */
    private record Key(Tier tier, String family) {
        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::tier).thenComparing(Key::family);
    }

    public Demands {
        all = merged(all);
    }

    /** All of these together. */
    public static Demands of(Demand... demands) {
        return new Demands(List.of(demands));
    }

    /** What either wants. */
    public Demands and(Demands others) {
        return new Demands(Stream.concat(all.stream(), others.all.stream()).toList());
    }

    /** What of it others do not want, in whatever tier they want it. */
    public Demands without(Demands others) {
        Map<String, Set<String>> known = new HashMap<>();
        others.all.forEach(demand -> known.computeIfAbsent(demand.family(), family -> new HashSet<>())
                .addAll(demand.values()));
        return new Demands(all.stream()
                .flatMap(demand -> left(demand, known.get(demand.family())).stream())
                .toList());
    }

    private static Optional<Demand> left(Demand demand, @Nullable Set<String> known) {
        if (known == null) {
            return Optional.of(demand);
        }
        List<String> left =
                demand.values().stream().filter(value -> !known.contains(value)).toList();
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(new Demand(demand.tier(), demand.base(), demand.field(), left));
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** The demands of one tier. */
    public List<Demand> of(Tier tier) {
        return all.stream().filter(demand -> demand.tier() == tier).toList();
    }

    /** What is walked of it in the past: tiers make no difference there, so the values of a family come together. */
    public Demands history() {
        return new Demands(all.stream()
                .map(demand -> new Demand(Tier.HISTORY, demand.base(), demand.field(), demand.values()))
                .toList());
    }

    private static List<Demand> merged(Collection<Demand> demands) {
        Map<Key, Demand> byFamily = new TreeMap<>(Key.ORDER);
        demands.forEach(demand -> byFamily.merge(new Key(demand.tier(), demand.family()), demand, Demands::together));
        return List.copyOf(byFamily.values());
    }

    private static Demand together(Demand one, Demand other) {
        return new Demand(
                one.tier(),
                one.base(),
                one.field(),
                Stream.concat(one.values().stream(), other.values().stream()).toList());
    }
}
