package dev.sluice.sync;

import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.pace.Backoff;
import dev.sluice.pace.DialGate;
import dev.sluice.pace.Pauses;
import dev.sluice.plan.Demands;
import dev.sluice.session.Refusal;
import dev.sluice.session.RefusalClassifier.Channel;
import dev.sluice.session.RelayPace;
import dev.sluice.wire.Dialer.Dialed;
import dev.sluice.wire.RelaySocket;
import java.time.Duration;
import java.util.List;
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
    private final RelayCounts counts = new RelayCounts();
    private final Bases bases;
    private final CompletableFuture<List<WalkReport>> history = new CompletableFuture<>();

    // written by the worker's thread, read by any
    private volatile Progress.State state = Progress.State.WAITING;
    private volatile int notLive;

    // written by whoever wants it, read by the worker's thread
    private volatile Demands wanted;

    // worker's thread only
    private Demands taken;
    private @Nullable Information information;
    private long informedNanos;
    private boolean reached;
    private int fruitless;
    private String warned = "";

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
        try (paused) {
            var unused = bases.cut(Integer.MAX_VALUE);
            parts.catalogue().met(source.relay(), parts.wall().seconds());
            Lessons lessons = Lessons.recalled(source.relay(), pace, parts.catalogue(), parts.wall());
            NegentropySupport support = NegentropySupport.of(source.relay(), parts.catalogue(), parts.wall());
            while (!isDone()) {
                state = Progress.State.WAITING;
                Duration wait = dial(support, lessons);
                if (!isDone()) {
                    state = Progress.State.WAITING;
                    parts.time().sleep(wait);
                }
            }
        } catch (RuntimeException e) {
            history.completeExceptionally(e);
            throw e;
        } finally {
            state = Progress.State.ENDED;
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
        return switch (attempt()) {
            case Dialed.Connected connected -> {
                reached = true;
                backoff.connected();
                generation(connected.socket(), support, lessons);
                information = backoff.isStable() ? null : information;
                yield backoff.delay();
            }
            case Dialed.Failed failed -> {
                parts.metrics().count(Counter.DIALS_FAILED);
                fruitless++;
                yield failed(failed);
            }
        };
    }

    private Dialed attempt() throws InterruptedException {
        DialGate.Attempt attempt = parts.dialGate().awaitAttempt(pace.pauses());
        try (attempt) {
            state = Progress.State.DIALLING;
            parts.metrics().count(Counter.DIALS);
            return parts.dialer().dial(source.relay().uri());
        }
    }

    private Duration failed(Dialed.Failed failed) {
        LOG.info("{}: {} {}", source.relay(), failed.failure(), failed.detail());
        Duration asked = Duration.ofSeconds(failed.retryAfterSeconds());
        switch (failed.failure()) {
            case HANDSHAKE -> handshake(String.valueOf(failed.status()), asked);
            case CUT_IN_HANDSHAKE -> handshake("connection dropped, no HTTP response", asked);
            case UNRESOLVED, REFUSED_ADDRESS, UNREACHABLE, TLS, TIMEOUT -> {}
        }
        return backoff.delay(asked);
    }

    /** What the answer to a handshake means for the pauses. */
    private void handshake(String answer, Duration asked) {
        Refusal refusal = parts.classifier().classify(Channel.HTTP, answer);
        if (refusal instanceof Refusal.Rate) {
            pace.pauses().begin(Pauses.Kind.RATE, asked);
        } else if (refusal instanceof Refusal.Policy) {
            pace.pauses().begin(Pauses.Kind.POLICY);
        }
    }

    private void generation(RelaySocket socket, NegentropySupport support, Lessons lessons)
            throws InterruptedException {
        long pagesBefore = counts.pages();
        long began = parts.wall().seconds();
        state = Progress.State.OPENING;
        try {
            Information information = information();
            if (lessons.fade()) {
                bases.forgetHalves();
            }
            information.pace(pace, source.owned());
            var unusedWanted = takeWanted();
            var unused = bases.cut(
                    lessons.chunkBytes(information.budgets()),
                    information.software().values().orElse(Integer.MAX_VALUE));
            Generation generation = new Generation(
                    this,
                    new Generation.Plan(
                            source, bases, information, lessons.learned(), support, plan.once(), plan.growing()),
                    parts,
                    pace,
                    counts);
            Generation.Outcome outcome = generation.run(socket);
            backoff.ended(outcome.endedNanos());
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

    void entered(Progress.State now) {
        state = now;
    }

    /** @param behind filters that are not live and are looked at every few minutes */
    void entered(Progress.State now, int behind) {
        state = now;
        notLive = behind;
    }

    /** Tells an operator something once, until there is something else to tell. */
    void warn(String text) {
        if (!text.equals(warned)) {
            LOG.warn("{}: {}", source.relay(), text);
        }
        warned = text;
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

    Progress.Relay progress() {
        return new Progress.Relay(
                source.relay(),
                state,
                counts.received(),
                counts.stored(),
                counts.duplicate(),
                counts.refused(),
                counts.pages(),
                notLive,
                bases.now().stream()
                        .map(base -> new Progress.Walk(base.filter(), base.oldest(), base.end()))
                        .toList());
    }
}
