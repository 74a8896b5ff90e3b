package dev.sluice.sync;

import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.pace.Backoff;
import dev.sluice.pace.Pauses;
import dev.sluice.plan.Demands;
import dev.sluice.session.Refusal;
import dev.sluice.session.RelayPace;
import dev.sluice.wire.Dialer.Dialed;
import dev.sluice.wire.RelaySocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one relay mirrored: dials, runs a generation of the connection, and dials again when it has ended, for as long as
 * the plan lasts. What a relay has taught about its pace outlives the connections. One thread runs it.
 */
final class RelayWorker {
    private static final Logger LOG = LoggerFactory.getLogger(RelayWorker.class);

    /** In a mirror that ends, a relay that brought no page in so many connections or dials has ended. */
    private static final int FRUITLESS = 4;

    private final MirrorPlan.Source source;
    private final MirrorPlan plan;
    private final Parts parts;
    private final RelayPace pace;
    private final Backoff backoff;
    private final Dialling dialling;
    private final RelayTeam team;
    private final Share share;
    private final Warnings warnings;
    private final RelayCounts counts = new RelayCounts();
    private final Bases bases;
    private final RelayView view;
    private final CompletableFuture<List<WalkReport>> history = new CompletableFuture<>();

    // written by whoever wants it, read by the worker's thread
    private volatile Demands wanted;

    // written by the worker's thread, read by any
    private volatile @Nullable NegentropySupport negentropy;

    // worker's thread only
    private Demands taken;
    private @Nullable Information information;
    private long informedNanos;
    private boolean reached;
    private int fruitless;

    RelayWorker(MirrorPlan.Source source, MirrorPlan plan, Demands wanted, Parts parts) {
        this.source = source;
        this.plan = plan;
        this.wanted = wanted;
        this.taken = wanted;
        this.parts = parts;
        this.bases = new Bases(source.relay(), wanted, parts.archive(), parts.time());
        this.pace = (source.owned()
                        ? RelayPace.owned(parts.time(), parts.metrics())
                        : RelayPace.foreign(parts.time(), parts.metrics()))
                .throttled(plan.throttle());
        this.backoff =
                new Backoff(parts.time(), new SplittableRandom(source.relay().hashCode()));
        this.dialling = new Dialling(source, pace.pauses(), parts);
        this.team = new RelayTeam(source.relay(), wanted, plan.connections(source), parts);
        this.share = team.first();
        this.warnings = new Warnings(source.relay().toString());
        this.view = new RelayView(source, team, pace, counts, bases, parts.wall());
    }

    /** Something else is wanted; taken up within one tick of the connection, or with the next one. Any thread may call. */
    void want(Demands other) {
        wanted = other;
    }

    /** Takes up what is wanted by now. False when that is what was wanted before. */
    boolean takeWanted() throws InterruptedException {
        Demands now = wanted;
        boolean other = !now.equals(taken);
        if (other) {
            taken = now;
            var unused = bases.want(now);
            team.want(now);
        }
        return other;
    }

    /** Completes when every filter's history has ended for the first time. */
    CompletableFuture<List<WalkReport>> history() {
        return history;
    }

    /** Works until the plan is done, or for ever; an interrupt ends the connection in order. */
    void run() throws InterruptedException {
        Metrics.Report paused = parts.metrics()
                .report(Gauge.PAUSED, () -> pace.pauses().blocked().isPresent() ? 1 : 0);
        try (paused;
                team) {
            var unused = bases.cut(Integer.MAX_VALUE);
            parts.catalogue().met(source.relay(), parts.wall().seconds());
            Lessons lessons = Lessons.recalled(source.relay(), pace, parts.catalogue(), parts.wall());
            ShardWorker.Common common = new ShardWorker.Common(source, bases, pace, counts, lessons, parts);
            team.workers(further -> new ShardWorker(further, team.connection(), common));
            NegentropySupport support = NegentropySupport.of(source.relay(), parts.catalogue(), parts.wall());
            negentropy = support;
            while (!isDone()) {
                share.entered(Progress.State.WAITING);
                Duration wait = dial(support, lessons);
                if (!isDone()) {
                    share.entered(Progress.State.WAITING);
                    parts.time().sleep(wait);
                }
            }
        } catch (RuntimeException e) {
            history.completeExceptionally(e);
            throw e;
        } finally {
            share.entered(Progress.State.ENDED);
            history.cancel(false);
        }
    }

    private boolean isDone() {
        if (!plan.once()) {
            return false;
        }
        boolean hopeless =
                fruitless >= FRUITLESS || pace.pauses().left(Pauses.Kind.POLICY).isPresent();
        if (hopeless) {
            bases.now().stream().filter(base -> !base.isFinished()).forEach(base -> base.finish(lastEnd(base)));
        }
        reportHistory();
        return bases.now().stream().allMatch(Base::isFinished);
    }

    private WalkEnd lastEnd(Base base) {
        return base.end().orElse(reached ? WalkEnd.CLOSED : WalkEnd.UNREACHABLE);
    }

    /** One dial and, when it connects, one generation; the answer is how long to wait before the next. */
    private Duration dial(NegentropySupport support, Lessons lessons) throws InterruptedException {
        return switch (dialling.dial(share)) {
            case Dialed.Connected connected -> {
                reached = true;
                backoff.connected();
                generation(connected.socket(), support, lessons);
                information = backoff.isStable() ? null : information;
                yield backoff.delay();
            }
            case Dialed.Failed failed -> {
                fruitless++;
                yield failed(failed);
            }
        };
    }

    private Duration failed(Dialed.Failed failed) throws InterruptedException {
        Duration asked = Duration.ofSeconds(failed.retryAfterSeconds());
        Optional<Refusal> refusal = dialling.refusal(failed);
        if (refusal.isPresent()) {
            boolean rate = refusal.get() instanceof Refusal.Rate;
            pace.pauses().begin(rate ? Pauses.Kind.RATE : Pauses.Kind.POLICY, rate ? asked : Duration.ZERO);
            team.makeWay(refusal.get().text());
        }
        return backoff.delay(asked);
    }

    private void generation(RelaySocket socket, NegentropySupport support, Lessons lessons)
            throws InterruptedException {
        long pagesBefore = counts.pages();
        long began = parts.wall().seconds();
        share.entered(Progress.State.OPENING);
        try {
            Information information = information();
            if (lessons.fade()) {
                bases.forgetHalves();
                team.forget();
            }
            information.pace(pace, source.owned());
            var unusedWanted = takeWanted();
            var unused = bases.cut(
                    lessons.chunkBytes(information.budgets()),
                    information.software().values().orElse(Integer.MAX_VALUE));
            LiveConnection.Terms terms = new LiveConnection.Terms(source, bases, information, lessons.learned());
            Generation generation =
                    new Generation(this, team, new Generation.Plan(terms, support, plan.once()), parts, pace, counts);
            Generation.Outcome outcome = generation.run(socket);
            backoff.ended(outcome.endedNanos());
            team.ended(outcome.endedNanos());
            lessons.add(outcome.learned(), began);
            LOG.info("{}: {}", source.relay(), outcome.end().detail());
        } finally {
            socket.abort();
        }
        fruitless = counts.pages() > pagesBefore ? 0 : fruitless + 1;
    }

    /**
     * What the relay says of itself, asked anew for each connection. Only after one that did not hold is it not: a relay
     * that drops us at once would see twice as many connections.
     */
    private Information information() throws InterruptedException {
        Information known = information;
        if (known == null || parts.time().reached(informedNanos + Information.STORED_COUNTS.toNanos())) {
            known = Information.fetch(source, parts);
            informedNanos = parts.time().nanos();
            information = known;
            if (known.skewSeconds() > 0) {
                LOG.warn("{}: its clock is {} s from ours", source.relay(), known.skewSeconds());
            }
        }
        return known;
    }

    // what a generation tells

    /** Tells an operator something once, until there is something else to tell. */
    void warn(String text) {
        warnings.warn(text);
    }

    /** Some walk has ended: tells those who wait once every one has. */
    void reportHistory() {
        List<Base> now = bases.now();
        if (!now.isEmpty() && now.stream().allMatch(base -> base.end().isPresent())) {
            history.complete(now.stream()
                    .map(base -> new WalkReport(
                            source.relay(), base.filter(), base.end().orElseThrow()))
                    .toList());
        }
    }

    /** Where it stands; empty before it has begun. Any thread may ask. */
    Optional<RelayStatus> status() {
        return Optional.ofNullable(negentropy).map(support -> view.status(wanted, support));
    }

    Progress.Relay progress() {
        return new Progress.Relay(
                source.relay(),
                team.state(),
                counts.received(),
                counts.stored(),
                counts.duplicate(),
                counts.refused(),
                counts.pages(),
                team.rest().size() + team.rotating().size(),
                bases.now().stream()
                        .map(base -> new Progress.Walk(base.filter(), base.oldest(), base.end()))
                        .toList());
    }
}
