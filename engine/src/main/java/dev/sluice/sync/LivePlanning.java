package dev.sluice.sync;

import dev.sluice.budget.ByteCap;
import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.Filter;
import dev.sluice.plan.Bounds;
import dev.sluice.plan.Chunk;
import dev.sluice.plan.CoveragePlan;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Group;
import dev.sluice.plan.Oversized;
import dev.sluice.plan.RequestBytes;
import dev.sluice.plan.Room;
import dev.sluice.session.RelaySession;
import dev.sluice.time.WallClock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is to be live on one connection: planned anew where it has to be, and with as little change as can be where demands
 * grow or shrink. Worker's thread only.
 */
final class LivePlanning {
    private static final Logger LOG = LoggerFactory.getLogger(LivePlanning.class);

    /** Characters of a value that is too large. */
    private static final int SHOWN = 60;

    private final LiveConnection.Terms terms;
    private final Share share;
    private final RelaySession session;
    private final ByteCap retained;
    private final RequestSizes sizes;
    private final WallClock wall;

    // mutable state
    private Optional<CoveragePlan> last = Optional.empty();
    private boolean wishes;
    private final Set<Filter> unfit = new HashSet<>();
    private final Set<Oversized> told = new HashSet<>();

    LivePlanning(LiveConnection.Terms terms, Share share, RelaySession session, RequestSizes sizes, WallClock wall) {
        this.terms = terms;
        this.share = share;
        this.session = session;
        this.retained = session.pace().retained();
        this.sizes = sizes;
        this.wall = wall;
    }

    /**
     * The plan for what is wanted by now.
     *
     * @param consolidate whether full groups may be replaced where that makes more of it live (RULES 3.8)
     */
    CoveragePlan next(boolean consolidate) throws InterruptedException {
        var unused = sizes.cut();
        Bounds bounds = Bounds.of(
                sizes.ceilings(),
                sizes.chunkBytes(),
                terms.information().software().values().orElse(Integer.MAX_VALUE));
        Room room = new Room(room(), bytes());
        Demands wanted = current(share.take(bounds, room), wall.seconds());
        CoveragePlan next = last.filter(known -> known.tiers().bounds().equals(bounds))
                .map(known -> known.next(wanted, room))
                .orElseGet(() -> CoveragePlan.of(wanted, bounds, room));
        boolean may = consolidate || !next.isLive();
        Optional<CoveragePlan> better = next.better();
        CoveragePlan best = may ? better.orElse(next) : next;
        wishes = !may && better.isPresent();
        last = Optional.of(best);
        told.retainAll(best.oversized());
        best.oversized().stream().filter(told::add).forEach(this::tell);
        return best;
    }

    private void tell(Oversized value) {
        LOG.warn(
                "{}: a value of {} is left out, it takes {} bytes: {}",
                terms.source().relay(),
                value.family(),
                value.bytes(),
                value.value().substring(0, Math.min(SHOWN, value.value().length())));
    }

    /** All that was planned last, live or not. */
    List<Chunk> all() {
        Stream<Group> groups = last.stream()
                .flatMap(plan -> Stream.of(
                                plan.essential().groups().stream(),
                                plan.tiers().groups().stream(),
                                plan.rotating().values().stream().flatMap(List::stream))
                        .flatMap(some -> some));
        return groups.flatMap(group -> group.chunks().stream()).toList();
    }

    /** Whether full groups stand in the way of something that would be live if all were packed anew. */
    boolean wishesConsolidation() {
        return wishes;
    }

    /** Live groups that the subscriptions suffice for. */
    int room() {
        return session.ledger().most(SlotClass.LIVE);
    }

    /** What all of it may weigh, one transient request of the largest size reserved. */
    long bytes() {
        return retained.live(RequestBytes.ofPage(terms.information().budgets().chunkBytes()));
    }

    /** The relay takes no such filter: it is not sent again in this connection (RULES 5.2). */
    void unfit(Filter filter) {
        Filter refused = filter.withLimit(OptionalInt.empty());
        unfit.add(refused);
        terms.bases().now().stream()
                .filter(base -> refused.covers(base.filter()))
                .forEach(base -> base.due().park());
    }

    /** What is sent for these groups: without what the relay does not take. */
    List<List<Filter>> live(List<Group> groups) {
        List<Filter> parked = terms.bases().now().stream()
                .filter(base -> base.due().isParked())
                .map(Base::filter)
                .toList();
        return groups.stream()
                .map(group -> group.filters().stream()
                        .filter(filter ->
                                !unfit.contains(filter) && parked.stream().noneMatch(filter::covers))
                        .map(filter -> filter.withLimit(OptionalInt.of(1)))
                        .toList())
                .filter(filters -> !filters.isEmpty())
                .toList();
    }

    /** What ended in the past can't come live. */
    static Demands current(Demands all, long now) {
        boolean past =
                all.all().stream().anyMatch(demand -> demand.base().until().orElse(now) < now);
        return past
                ? new Demands(all.all().stream()
                        .filter(demand -> demand.base().until().orElse(now) >= now)
                        .toList())
                : all;
    }
}
