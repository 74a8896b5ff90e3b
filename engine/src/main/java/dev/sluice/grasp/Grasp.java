package dev.sluice.grasp;

import dev.sluice.archive.EventArchive;
import dev.sluice.grasp.Changes.Batch;
import dev.sluice.grasp.Changes.Change;
import dev.sluice.grasp.WatchedSet.Counts;
import dev.sluice.grasp.WatchedSet.Wanted;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.sync.Targets;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the watched set of an archive and hands over what is wanted of which relay, within a tick of each change. It reads
 * the archive once at its start, and again when more has changed than it could hear. Close it before what it hands over
 * to, and that before the archive.
 */
public final class Grasp implements AutoCloseable {

    /** How often what is wanted may change: the tick of live coverage (CONSTANTS). */
    static final Duration TICK = Duration.ofSeconds(5);

    private final TaskScope scope = TaskScope.open("grasp");
    private final GraspRules rules;
    private final EventArchive archive;
    private final Mentions mentions;
    private final Lookup lookup;
    private final Targets targets;
    private final Time time;
    private final Changes changes;
    private final EventArchive.Watch watch;
    private final List<Metrics.Report> reports;

    /** Of the thread that watches; others read the counts. */
    private volatile Wanted handedOver = Wanted.NOTHING;

    private Grasp(
            GraspRules rules,
            EventArchive archive,
            Acceptance acceptance,
            Targets targets,
            Time time,
            Metrics metrics) {
        this.rules = rules;
        this.archive = archive;
        this.mentions = acceptance.mentions();
        this.lookup = new Lookup(archive::events, this::mention);
        this.targets = targets;
        this.time = time;
        this.changes = new Changes(time);
        this.watch = archive.watch(changes);
        this.reports = List.of(
                // all three are events of the archive, whose disk bounds them
                metrics.report(Gauge.REPOSITORIES, () -> counts().repositories()),
                metrics.report(Gauge.ROOTS, () -> counts().roots()),
                metrics.report(Gauge.DESCENDANTS, () -> counts().descendants()),
                metrics.report(Gauge.MENTIONS, mentions::size, () -> Mentions.MOST),
                metrics.report(Gauge.CHANGES, changes::size, () -> Changes.MOST));
    }

    /**
     * Starts and returns at once.
     *
     * @param acceptance of the same rules and archive; it learns what the watched events name
     */
    public static Grasp start(
            GraspRules rules,
            EventArchive archive,
            Acceptance acceptance,
            Targets targets,
            Time time,
            Metrics metrics) {
        Grasp grasp = new Grasp(rules, archive, acceptance, targets, time, metrics);
        grasp.scope.fork("watched-set", () -> {
            grasp.run();
            return grasp;
        });
        return grasp;
    }

    /** How much is watched, as it was handed over last. */
    public Counts counts() {
        return handedOver.counts();
    }

    /**
     * Blocks until it has failed.
     *
     * @throws dev.sluice.task.TaskFailedException when it has; the cause tells whether the archive did
     */
    public void join() throws InterruptedException {
        scope.join();
    }

    /** Ends it; what was handed over last stays wanted. Idempotent. */
    @Override
    public void close() {
        watch.close();
        scope.close();
        reports.forEach(Metrics.Report::close);
    }

    private void run() throws InterruptedException {
        while (true) {
            follow(lookup.announced(rules));
        }
    }

    /** Until there is a gap. */
    private void follow(WatchedSet set) throws InterruptedException {
        boolean changed = true;
        long tick = time.nanos();
        while (true) {
            Batch batch = changes.take(tick);
            if (batch.gap()) {
                return;
            }
            for (Change change : batch.changes()) {
                changed |= apply(change, set);
            }
            if (time.reached(tick)) {
                if (changed) {
                    lookup.answer(set);
                    handOver(set.wanted());
                }
                changed = false;
                tick = time.after(TICK);
            }
        }
    }

    private static boolean apply(Change change, WatchedSet set) {
        return switch (change) {
            case Change.Stored stored -> set.stored(stored.event());
            case Change.Gone gone -> set.gone(gone.id());
        };
    }

    /** What events of threads name and is not here may be taken when it comes. */
    private void mention(List<Event> slice) throws InterruptedException {
        Map<EventId, EventId> named = new HashMap<>();
        slice.stream()
                .filter(Belonging::isBasis)
                .forEach(event -> References.of(event).ids().stream()
                        .limit(Judge.MOST_MENTIONS)
                        .forEach(id -> named.putIfAbsent(id, event.id())));
        List<Map.Entry<EventId, EventId>> all = List.copyOf(named.entrySet());
        List<Boolean> known = archive.known(all.stream().map(Map.Entry::getKey).toList());
        for (int i = 0; i < all.size(); i++) {
            if (!known.get(i)) {
                mentions.add(all.get(i).getKey(), all.get(i).getValue());
            }
        }
    }

    private void handOver(Wanted wanted) throws InterruptedException {
        boolean other = !wanted.relays().equals(handedOver.relays());
        handedOver = wanted;
        if (other) {
            targets.want(wanted.relays());
        }
    }
}
