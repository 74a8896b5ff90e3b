package dev.sluice.sync;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.Coverage.Interval;
import dev.sluice.archive.CoverageKey;
import dev.sluice.nostr.FilterBytes;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Demand;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Parts the values of one family into base filters: values with equal coverage are walked together (RULES 7.1), what is
 * grouped already stays so, and small groups whose history is held become one. Growth and removal so ask only for what is
 * new.
 */
final class Regrouping {
    private final RelayUrl relay;
    private final Demand family;
    private final FilterCut cut;
    private final Supplier<Due> due;

    /** Where coverage is read. */
    @FunctionalInterface
    interface Reading {
        List<Coverage> of(List<CoverageKey> keys) throws InterruptedException;
    }

    /**
     * @param family all values that are wanted of it
     * @param cut to filters that the relay takes
     * @param due of one that is new
     */
    Regrouping(RelayUrl relay, Demand family, FilterCut cut, Supplier<Due> due) {
        this.relay = relay;
        this.family = family;
        this.cut = cut;
        this.due = due;
    }

    /** The bases for what is wanted now; reads the coverage of values that none of those before has. */
    List<Base> of(List<Base> before, Reading reading) throws InterruptedException {
        Set<String> wanted = new HashSet<>(family.values());
        Set<String> known = new HashSet<>();
        List<Base> bases = new ArrayList<>();
        for (Base base : before) {
            List<String> left =
                    base.what().values().stream().filter(wanted::contains).toList();
            known.addAll(left);
            bases.addAll(kept(base, left));
        }
        List<String> fresh =
                family.values().stream().filter(value -> !known.contains(value)).toList();
        return fresh.isEmpty() ? merged(bases) : merged(with(bases, fresh, reading));
    }

    private List<Base> kept(Base base, List<String> left) {
        if (left.isEmpty()) {
            return List.of();
        }
        boolean whole = left.size() == base.what().values().size();
        if (whole && (base.isWalking() || cut.parts(base.filter()).size() == 1)) {
            return List.of(base);
        }
        return parts(left).stream().map(part -> Base.heir(part, List.of(base))).toList();
    }

    private List<Base> with(List<Base> bases, List<String> fresh, Reading reading) throws InterruptedException {
        List<Coverage> read = reading.of(fresh.stream()
                .map(value -> new CoverageKey(relay, family.family(), value))
                .toList());
        Map<Coverage, List<String>> alike = new LinkedHashMap<>();
        for (int i = 0; i < fresh.size(); i++) {
            alike.computeIfAbsent(read.get(i), coverage -> new ArrayList<>()).add(fresh.get(i));
        }
        List<Base> all = new ArrayList<>(bases);
        alike.forEach((coverage, values) ->
                parts(values).forEach(part -> all.add(new Base(relay, part, coverage, due.get()))));
        return all;
    }

    private List<Base> merged(List<Base> bases) {
        Map<Long, List<Base>> small = bases.stream()
                .filter(this::mayMerge)
                .collect(Collectors.groupingBy(base -> held(base).from()));
        List<Base> all = new ArrayList<>(bases);
        for (List<Base> alike : small.values()) {
            List<BaseFilter> parts = parts(values(alike));
            if (parts.size() < alike.size()) {
                all.removeAll(alike);
                parts.forEach(part -> all.add(Base.heir(part, alike)));
            }
        }
        return all;
    }

    /** A full one stays as it is; so does one of which something is still to come. */
    private boolean mayMerge(Base base) {
        return !base.isWalking()
                && !base.isFinished()
                && !base.due().isParked()
                && base.coverage().walk().isEmpty()
                && base.coverage().complete().isPresent()
                && FilterBytes.of(base.filter()) < cut.bytes() / 4 * 3;
    }

    private static Interval held(Base base) {
        Optional<Interval> complete = base.coverage().complete();
        return complete.orElseThrow();
    }

    private static Collection<String> values(List<Base> bases) {
        Set<String> values = new TreeSet<>();
        bases.forEach(base -> values.addAll(base.what().values()));
        return values;
    }

    private List<BaseFilter> parts(Collection<String> values) {
        return cut.parts(family.filter(values)).stream()
                .map(part -> BaseFilter.of(family, part))
                .toList();
    }
}
