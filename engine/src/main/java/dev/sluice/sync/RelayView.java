package dev.sluice.sync;

import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.pace.Pauses;
import dev.sluice.plan.Chunk;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Tier;
import dev.sluice.session.RelayPace;
import dev.sluice.session.RelaySession;
import dev.sluice.time.WallClock;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What the parts of a relay's worker know, put together. Any thread may ask. */
record RelayView(
        MirrorPlan.Source source, RelayTeam team, RelayPace pace, RelayCounts counts, Bases bases, WallClock wall) {

    /**
     * Where it stands now.
     *
     * @param wanted of the relay
     * @param support what is known of its negentropy
     */
    RelayStatus status(Demands wanted, NegentropySupport support) {
        List<Base> now = bases.now();
        return new RelayStatus(
                source.relay(),
                source.owned(),
                team.state(),
                team.connections(),
                tiers(wanted, team.rotating(), team.rest()),
                (int) now.stream().filter(base -> base.due().isOwing()).count(),
                pauses(),
                pace.lastRefusal()
                        .get()
                        .map(last -> new RelayStatus.Refused(
                                last.words(),
                                last.reaction(),
                                wall.seconds() - last.ago().toSeconds())),
                history(now, support),
                counts.status());
    }

    /** What a connection is, whose session may not have begun. */
    static RelayStatus.Connection connection(int number, long generation, RelaySession session) {
        SlotLedger ledger = session.ledger();
        Map<SlotClass, Integer> held = new EnumMap<>(SlotClass.class);
        Arrays.stream(SlotClass.values()).forEach(slotClass -> held.put(slotClass, ledger.held(slotClass)));
        boolean open = ledger.isOpen();
        return new RelayStatus.Connection(
                number, generation, open, ledger.budget(), open ? held : Map.of(), ledger.waiting());
    }

    static List<RelayStatus.Live> tiers(Demands wanted, List<Chunk> rotating, List<Chunk> left) {
        return Stream.of(Tier.values())
                .filter(tier -> tier != Tier.HISTORY && !wanted.of(tier).isEmpty())
                .map(tier -> new RelayStatus.Live(
                        tier,
                        wanted.of(tier).stream()
                                .mapToInt(demand -> Math.max(1, demand.values().size()))
                                .sum(),
                        of(tier, rotating),
                        of(tier, left)))
                .toList();
    }

    private static int of(Tier tier, List<Chunk> chunks) {
        return (int) chunks.stream().filter(chunk -> chunk.tier() == tier).count();
    }

    private List<RelayStatus.Pause> pauses() {
        return Stream.of(Pauses.Kind.values())
                .flatMap(kind -> pace.pauses().left(kind).stream()
                        .map(left -> new RelayStatus.Pause(kind, wall.seconds() + left.toSeconds())))
                .toList();
    }

    private static RelayStatus.History history(List<Base> bases, NegentropySupport support) {
        int values = 0;
        int complete = 0;
        int open = 0;
        OptionalLong oldest = OptionalLong.empty();
        for (Base base : bases) {
            int size = Math.max(1, base.what().values().size());
            var coverage = base.coverage();
            values += size;
            if (coverage.walk().isPresent()) {
                open++;
                long start = coverage.walk().get().start();
                oldest = OptionalLong.of(Math.min(start, oldest.orElse(start)));
            } else if (coverage.complete().isPresent()) {
                complete += size;
            }
        }
        return new RelayStatus.History(values, complete, open, oldest, support.method(), support.why());
    }
}
