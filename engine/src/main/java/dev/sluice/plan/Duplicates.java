package dev.sluice.plan;

import dev.sluice.nostr.Filter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Drops what is asked for already, exactly: a filter that is wanted whole and whose values a demand lists too, and in the
 * tiers whatever is essential too. What one tier wants is not dropped for another, which may not be live (RULES 3.7).
 */
final class Duplicates {
    /** What essential demands list, sorted, by family. */
    private final Map<String, List<String>> listed = new HashMap<>();

    /** What essential filters hold that are wanted whole, by each family that they could belong to. */
    private final Map<String, Set<String>> held = new HashMap<>();

    private final Set<Filter> whole = new HashSet<>();

    private Duplicates(List<Demand> essential) {
        for (Demand demand : essential) {
            if (demand.field().isPresent()) {
                listed.put(demand.family(), demand.values());
            } else {
                whole.add(demand.base());
                Field.of(demand.base()).forEach(field -> hold(demand, field));
            }
        }
    }

    private void hold(Demand demand, Field field) {
        held.computeIfAbsent(family(demand, field), family -> new HashSet<>()).addAll(field.values(demand.base()));
    }

    /** The demands without them. */
    static Demands dropped(Demands demands) {
        Duplicates duplicates = new Duplicates(demands.of(Tier.ESSENTIAL));
        List<Demand> left = new ArrayList<>();
        for (Demand demand : demands.all()) {
            duplicates.left(demand).ifPresent(left::add);
        }
        return left.equals(demands.all()) ? demands : new Demands(left);
    }

    private Optional<Demand> left(Demand demand) {
        boolean essential = demand.tier() == Tier.ESSENTIAL;
        if (demand.field().isPresent()) {
            return essential
                    ? Optional.of(demand)
                    : withoutEssential(demand, demand.field().get());
        }
        boolean known = (!essential && whole.contains(demand.base()))
                || Field.of(demand.base()).stream().anyMatch(field -> isListed(demand, field));
        return known ? Optional.empty() : Optional.of(demand);
    }

    private boolean isListed(Demand demand, Field field) {
        List<String> values = listed.get(family(demand, field));
        return values != null && field.values(demand.base()).stream().allMatch(value -> has(values, value));
    }

    private Optional<Demand> withoutEssential(Demand demand, Field field) {
        List<String> known = listed.getOrDefault(demand.family(), List.of());
        Set<String> also = held.getOrDefault(demand.family(), Set.of());
        if (known.isEmpty() && also.isEmpty()) {
            return Optional.of(demand);
        }
        List<String> left = demand.values().stream()
                .filter(value -> !has(known, value) && !also.contains(value))
                .toList();
        return left.isEmpty() ? Optional.empty() : Optional.of(Demand.of(demand.tier(), demand.base(), field, left));
    }

    private static boolean has(List<String> sorted, String value) {
        return Collections.binarySearch(sorted, value) >= 0;
    }

    private static String family(Demand demand, Field field) {
        return Demand.familyOf(field.without(demand.base()), Optional.of(field));
    }
}
