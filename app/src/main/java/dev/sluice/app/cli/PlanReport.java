package dev.sluice.app.cli;

import dev.sluice.app.text.JsonObject;
import dev.sluice.budget.Budgets;
import dev.sluice.budget.SlotBudget;
import dev.sluice.pace.Allowance;
import dev.sluice.pace.Gate;
import dev.sluice.plan.Bounds;
import dev.sluice.plan.CoveragePlan;
import dev.sluice.plan.CoveragePlan.Cost;
import dev.sluice.plan.Demands;
import dev.sluice.plan.GroupSet;
import dev.sluice.plan.Oversized;
import dev.sluice.plan.Room;
import dev.sluice.plan.Shards;
import dev.sluice.plan.Tier;
import dev.sluice.sync.DocumentedLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How demands would be covered on one relay.
 *
 * @param connections how many may be opened: of those that a mirror would open, those that the relay is known to allow
 * @param needed shards on which what is essential is live; empty when none of the number that may be suffices
 * @param shards the plan of each; one where more would not help
 * @param historyRounds filters of history: each takes at least a page, or a round of negentropy
 */
record PlanReport(
        DocumentedLimits limits,
        boolean owned,
        Bounds bounds,
        int connections,
        OptionalInt needed,
        List<CoveragePlan> shards,
        int historyRounds,
        List<Oversized> oversized) {
    private static final Cost NOTHING = new Cost(0, 0, 0);

    /** How a tier is covered; all are in history besides. */
    private enum State {
        LIVE,
        ROTATING,
        HISTORY
    }

    static PlanReport of(Demands demands, DocumentedLimits limits, boolean owned, int mostShards) {
        Bounds bounds = Bounds.of(limits.budgets()).values(limits.values().orElse(Integer.MAX_VALUE));
        Room room = Room.of(limits.budgets().subscriptions());
        int connections = Math.min(mostShards, limits.connections().orElse(mostShards));
        OptionalInt needed = Shards.needed(demands, bounds, room, connections);
        List<CoveragePlan> plans = Shards.spread(demands, needed.orElse(1)).stream()
                .map(part -> CoveragePlan.of(part, bounds, room))
                .toList();
        GroupSet history = GroupSet.pack(demands.history().all(), bounds);
        return new PlanReport(
                limits, owned, bounds, connections, needed, plans, history.filters(), history.oversized());
    }

    JsonObject json() {
        Cost all = all();
        return new JsonObject()
                .put("subscriptions", limits.budgets().subscriptions())
                .put("filters", all.filters())
                .put("requests", all.slots())
                .put("least_requests", leastRequests())
                .put("bytes", all.bytes())
                .put("slots", slots())
                .texts("live_tiers", tiers(State.LIVE))
                .texts("rotating_tiers", tiers(State.ROTATING))
                .texts("history_tiers", tiers(State.HISTORY))
                .put("shards", shards.size())
                .put("history_rounds", historyRounds)
                .put("least_seconds", leastSeconds())
                .put("oversized", oversized.size())
                .put(
                        "tiers",
                        costs().entrySet().stream()
                                .map(tier -> json(tier.getKey(), tier.getValue()))
                                .toList());
    }

    private JsonObject json(Tier tier, Cost cost) {
        return new JsonObject()
                .put("tier", lower(tier))
                .put("filters", cost.filters())
                .put("requests", cost.slots())
                .put("bytes", cost.bytes())
                .put("state", lower(state(tier)));
    }

    List<String> words() {
        Budgets budgets = limits.budgets();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                "one connection: %d subscriptions, %d of them as margin; a REQ has %d filters and %,d bytes, a filter %,d",
                budgets.subscriptions(),
                new SlotBudget(budgets.subscriptions()).margin(),
                bounds.filters(),
                bounds.payloadBytes(),
                bounds.chunkBytes()));
        lines.add("");
        lines.add(row("tier", "filters", "REQs", "bytes", ""));
        costs().forEach((tier, cost) -> lines.add(row(tier, cost, lower(state(tier)))));
        lines.add(row(
                "all",
                number(all().filters()),
                number(all().slots()),
                number(all().bytes()),
                "the least is " + counted(leastRequests(), "REQ")));
        lines.add("");
        lines.add(live(budgets));
        lines.add(String.format(
                "history: %,d rounds or pages at least, %,d seconds at least", historyRounds, leastSeconds()));
        oversized.stream()
                .limit(3)
                .forEach(large -> lines.add(
                        String.format("left out: a value of %,d bytes in %s", large.bytes(), lower(large.tier()))));
        return lines;
    }

    private String live(Budgets budgets) {
        if (needed.isEmpty()) {
            return String.format(
                    "nothing is live, only history is asked for: what is essential needs %,d subscriptions, and %s "
                            + "%s %,d for it",
                    costs().getOrDefault(Tier.ESSENTIAL, NOTHING).slots(),
                    counted(connections, "connection"),
                    connections == 1 ? "has" : "have",
                    (long) connections * new SlotBudget(budgets.subscriptions()).live());
        }
        return "live: " + counted(slots(), "REQ") + " on " + counted(shards.size(), "connection");
    }

    private static String row(Tier tier, Cost cost, String state) {
        return row(lower(tier), number(cost.filters()), number(cost.slots()), number(cost.bytes()), state);
    }

    private static String row(String... cells) {
        return String.format("%-18s%9s%9s%15s   %s", (Object[]) cells).stripTrailing();
    }

    private Map<Tier, Cost> costs() {
        Map<Tier, Cost> costs = new EnumMap<>(Tier.class);
        shards.forEach(shard -> shard.costs().forEach((tier, cost) -> costs.merge(tier, cost, PlanReport::sum)));
        return costs;
    }

    private Cost all() {
        return costs().values().stream().reduce(NOTHING, PlanReport::sum);
    }

    private static Cost sum(Cost one, Cost other) {
        return new Cost(one.filters() + other.filters(), one.slots() + other.slots(), one.bytes() + other.bytes());
    }

    /** Subscriptions that are held open. */
    private int slots() {
        return shards.stream().mapToInt(shard -> shard.live().size()).sum();
    }

    private State state(Tier tier) {
        if (needed.isEmpty()) {
            return State.HISTORY;
        }
        boolean live = shards.stream()
                .filter(shard -> shard.costs().containsKey(tier))
                .allMatch(shard -> tier == Tier.ESSENTIAL || shard.liveTiers().contains(tier));
        return live ? State.LIVE : State.ROTATING;
    }

    private List<String> tiers(State state) {
        return costs().keySet().stream()
                .filter(tier -> state(tier) == state)
                .map(PlanReport::lower)
                .toList();
    }

    /** What no packing can do with less: essential and tiers never share a REQ. */
    private long leastRequests() {
        return shards.stream()
                .mapToLong(shard -> {
                    long essential = bytes(shard, Tier.ESSENTIAL);
                    long all = shard.costs().values().stream()
                            .mapToLong(Cost::bytes)
                            .sum();
                    return Math.ceilDiv(essential, bounds.requestBytes())
                            + Math.ceilDiv(all - essential, bounds.requestBytes());
                })
                .sum();
    }

    private static long bytes(CoveragePlan shard, Tier tier) {
        return shard.costs().getOrDefault(tier, NOTHING).bytes();
    }

    /** Starts of live subscriptions and of history at their pace, or at that which the software takes, if it is slower. */
    private long leastSeconds() {
        Duration live = Gate.Kind.LIVE.spacing().multipliedBy(slots());
        Duration history =
                owned ? Duration.ZERO : Gate.Kind.BACKGROUND.spacing().multipliedBy(historyRounds);
        long paced = Math.ceilDiv(live.plus(history).toMillis(), 1_000L);
        return owned ? paced : Math.max(paced, limits.rate().map(this::seconds).orElse(0L));
    }

    private long seconds(Allowance.Rate rate) {
        int opened = rate.unit() == Allowance.Unit.FILTERS
                ? shards.stream()
                        .flatMap(shard -> shard.live().stream())
                        .mapToInt(group -> group.chunks().size())
                        .sum()
                : slots();
        long waiting = Math.max(0, (long) opened + historyRounds - rate.burst());
        return Math.ceilDiv(waiting * rate.time().toSeconds(), rate.count());
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String counted(long number, String noun) {
        return number(number) + " " + noun + (number == 1 ? "" : "s");
    }

    private static String number(long number) {
        return String.format("%,d", number);
    }
}
