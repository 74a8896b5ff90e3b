package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.archive.Catalogue;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.TestEvents;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Tier;
import dev.sluice.task.Stillness;
import dev.sluice.time.ManualTime;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A mirror on manual time over in-memory connections: everything but the relay is real. */
final class Rig implements AutoCloseable {
    static final RelayUrl URL = RelayUrl.parse("wss://relay.test").orElseThrow();

    /** Far enough in the past to be history. */
    static final long T0 = 1_740_000_000;

    /** A jump so far, in nanoseconds, would end requests: it has to be sure that nothing moves. */
    private static final long PATIENT = 5_000_000_000L;

    private static final KeyPair AUTHOR = TestEvents.keyPair(1);

    final ManualTime time = new ManualTime();
    final MemoryArchive archive = new MemoryArchive(time, URL);
    final MemoryCatalogue catalogue = new MemoryCatalogue();
    final Metrics metrics = new Metrics();
    final Intake intake = new Intake(archive, Policies.mirror(), 2);

    private final List<Supplier<? extends Bystander>> bystanders = new CopyOnWriteArrayList<>();

    Rig() {
        List<Metrics.Report> unused = intake.report(metrics);
    }

    /** Signed notes, one for each second from a start, oldest first. */
    static List<Event> notes(long start, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> TestEvents.signed(AUTHOR, start + i, Kind.NOTE, List.of(), "note " + i))
                .toList();
    }

    static Event note(long createdAt, String content) {
        return TestEvents.signed(AUTHOR, createdAt, Kind.NOTE, List.of(), content);
    }

    static MirrorPlan once(boolean owned, Filter... watches) {
        return MirrorPlan.once(List.of(new MirrorPlan.Source(URL, owned)), List.of(watches));
    }

    static MirrorPlan staying(Filter... watches) {
        return MirrorPlan.staying(List.of(new MirrorPlan.Source(URL, false)), List.of(watches));
    }

    /** A plan without sources: all that is wanted is said on the way. */
    static MirrorPlan growing() {
        return new MirrorPlan(List.of(), List.of(), false, Duration.ZERO, true, Optional.empty());
    }

    /** The document of a relay with little room: 1,536 bytes of values in a REQ, or 22 ids. */
    static String narrow(int subscriptions) {
        return "{\"limitation\":{\"max_subscriptions\":" + subscriptions + ",\"max_message_length\":2048}}";
    }

    /** Whether the history of everything that is wanted of the only relay has ended, well or not. */
    static boolean isWalked(Mirror mirror) {
        List<Progress.Walk> walks = mirror.snapshot().relays().get(0).walks();
        return !walks.isEmpty() && walks.stream().allMatch(walk -> walk.end().isPresent());
    }

    Mirror start(MirrorPlan plan, Dialer dialer) {
        return Mirror.start(plan, archive, catalogue, intake, dialer, time, time, metrics);
    }

    /** Runs a plan that ends, time flying by, and returns how each history ended. */
    List<WalkReport> run(MirrorPlan plan, PipeDialer.Script relay) throws InterruptedException {
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = start(plan, dialer)) {
            until(() -> mirror.snapshot().relays().stream().allMatch(one -> one.state() == Progress.State.ENDED));
            return mirror.awaitHistory();
        }
    }

    /** Lets time pass until something holds: whenever all threads rest, the clock moves to the next moment waited for. */
    void until(BooleanSupplier done) throws InterruptedException {
        while (!done.getAsBoolean()) {
            long before = activity();
            long jump = time.nextWake().orElse(0);
            boolean rests = Stillness.isKnown()
                    ? isStill(jump > PATIENT ? 20 : 3, jump > PATIENT ? 1 : 0, before, done)
                    : rests(jump > PATIENT ? 200 : 4, before, done);
            // somebody may have fallen asleep meanwhile
            if (rests && jump > 0 && time.nextWake().orElse(0) == jump && !done.getAsBoolean()) {
                time.advance(Duration.ofNanos(jump));
            }
        }
    }

    /** Whether all threads rest each time that one looks. */
    private boolean isStill(int looks, int pauseMillis, long before, BooleanSupplier done) throws InterruptedException {
        for (int i = 0; i < looks; i++) {
            if (!Stillness.holds(this::isBusy) || activity() != before || done.getAsBoolean()) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(pauseMillis);
        }
        return true;
    }

    /** Whether nothing happens now, nor for so long by the clock. Where rest can't be seen only the clock tells. */
    boolean isQuiet(Duration least) {
        boolean rests = !Stillness.isKnown() || Stillness.holds(this::isBusy);
        return rests && time.nextWake().orElse(Long.MAX_VALUE) > least.toNanos();
    }

    /** Whether something waits for a worker. */
    private boolean isBusy() {
        return isBusy(intake, archive)
                || bystanders.stream().anyMatch(one -> one.get().isBusy());
    }

    /** Whether nothing happens for some milliseconds of real time. */
    private boolean rests(int millis, long before, BooleanSupplier done) throws InterruptedException {
        for (int i = 0; i < millis; i++) {
            TimeUnit.MILLISECONDS.sleep(1);
            // virtual threads run in turn: once this one has run, so have those that were ready before it
            Thread.startVirtualThread(() -> {}).join();
            if (activity() != before || isBusy() || done.getAsBoolean()) {
                return false;
            }
        }
        return true;
    }

    private long activity() {
        long counted = 0;
        for (Counter counter : Counter.values()) {
            counted += metrics.value(counter);
        }
        for (Supplier<? extends Bystander> one : bystanders) {
            counted += one.get().activity();
        }
        return counted + activity(intake, archive);
    }

    /** A number that changes when an intake or an archive does something. */
    static long activity(Intake intake, MemoryArchive archive) {
        Intake.Statistics judged = intake.statistics();
        long counted =
                judged.known() + judged.verified() + judged.invalid() + judged.inFlight() + judged.queuedEvents();
        return counted + 1_000_003L * archive.generation();
    }

    /** Whether an intake or an archive has something to do. */
    static boolean isBusy(Intake intake, MemoryArchive archive) {
        return intake.statistics().queuedEvents() > 0 || archive.isBusy();
    }

    /** Something else that acts, such as the other side. */
    interface Bystander {
        /** A number that changes whenever it does something. */
        long activity();

        /** Whether something waits for a worker of its own. */
        boolean isBusy();
    }

    /** Waits for something else, too, before time passes. */
    void watch(Supplier<? extends Bystander> bystander) {
        bystanders.add(bystander);
    }

    /** Pauses that began, of any kind. */
    long pauses() {
        return Stream.of(
                        Counter.PAUSES_RATE,
                        Counter.PAUSES_POLICY,
                        Counter.PAUSES_INCOMPLETE,
                        Counter.PAUSES_FLOOD,
                        Counter.PAUSES_NEGENTROPY)
                .mapToLong(metrics::value)
                .sum();
    }

    long stored() {
        return archive.statistics().events();
    }

    Coverage coverage(Filter filter) throws InterruptedException {
        Demand watch = Demand.watch(Tier.ESSENTIAL, filter);
        List<CoverageKey> keys = (watch.field().isPresent() ? watch.values() : List.of(""))
                .stream()
                        .map(value -> new CoverageKey(URL, watch.family(), value))
                        .toList();
        Set<Coverage> coverage = new HashSet<>(archive.coverage(keys));
        assertEquals(1, coverage.size(), "every value of a watch is equally far");
        return coverage.iterator().next();
    }

    /** What the catalogue remembers of the relay under a topic. */
    Optional<String> remembered(String topic) {
        return catalogue.memories(URL, time.seconds()).stream()
                .filter(memory -> memory.topic().equals(topic))
                .map(Catalogue.Memory::value)
                .findFirst();
    }

    void assertHolds(List<Event> events) throws InterruptedException {
        for (Event event : events) {
            assertEquals(event, archive.event(event.id()).orElse(null));
        }
    }

    @Override
    public void close() {
        intake.close();
        archive.close();
    }
}
