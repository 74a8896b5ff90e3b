package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.pace.Pauses;
import dev.sluice.session.AdmissionScope.Outcome;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskFailedException;
import dev.sluice.task.TaskScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Live groups come whole or not at all, whatever happens at whatever step. */
@Timeout(30)
class AdmissionScopeTest {
    private static final int GROUPS = 4;

    /** With a margin of two and one transient slot it has room for as many live groups. */
    private static final int TIGHT = GROUPS + 3;

    private static final int WIDE = 20;

    /** Between live starts (RULES 3.2). */
    private static final Duration TENTH = Duration.ofMillis(100);

    /** What happens at a group. */
    enum Trouble {
        CLOSED,
        NOTICE,
        SILENCE,
        INTERRUPT,
        /** Before it is sent. */
        EARLY_INTERRUPT,
        DISCONNECT,
        PAUSE,
        SHRUNK
    }

    /** What is live before. */
    enum Before {
        NOTHING,
        /** As many groups, and room for as many again. */
        BESIDE,
        /** As many groups, which have to go first. */
        IN_PLACE
    }

    static Stream<Arguments> steps() {
        return Stream.of(Trouble.values())
                .flatMap(trouble -> Stream.of(Before.values())
                        .flatMap(before -> IntStream.rangeClosed(1, GROUPS)
                                .mapToObj(step -> Arguments.of(trouble, before, step))));
    }

    private static List<List<Filter>> groups(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(kind -> List.of(Filter.ALL.withKinds(Set.of(kind))))
                .toList();
    }

    private static final List<List<Filter>> OLD = groups(100, GROUPS);
    private static final List<List<Filter>> NEW = groups(200, GROUPS);

    private static List<List<Filter>> filters(List<Request> live) {
        return live.stream().map(Request::filters).toList();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aSetIsWholeOrWhatWasBeforeOrNothing(Trouble trouble, Before before, int step) throws InterruptedException {
        try (Play play = new Play(before == Before.BESIDE ? WIDE : TIGHT)) {
            List<Request> former = before == Before.NOTHING ? List.of() : play.opened(List.of(), OLD);
            play.relay.forget();
            play.at(trouble, step);

            AdmissionScope scope = new AdmissionScope(play.rig.session, former);
            boolean interrupted = play.attempt(scope, NEW);

            assertEquals(trouble == Trouble.INTERRUPT || trouble == Trouble.EARLY_INTERRUPT, interrupted);
            assertEquals(expected(trouble, before, step), filters(scope.live()));
            play.assertHonest(scope.live());
            if (before == Before.BESIDE && trouble != Trouble.DISCONNECT) {
                assertEquals(former, scope.live(), "what fits beside is never closed");
            }
            // an end that we cause ourselves is said in reverse order
            List<SubscriptionId> asked = play.relay.asked(NEW);
            List<SubscriptionId> ended =
                    play.relay.ended().stream().filter(asked::contains).toList();
            assertEquals(ended.stream().sorted(byNumber().reversed()).toList(), ended);
            if (trouble != Trouble.DISCONNECT && trouble != Trouble.CLOSED) {
                assertEquals(Set.copyOf(asked), Set.copyOf(ended), "each is ended on the wire");
            }
        }
    }

    private static java.util.Comparator<SubscriptionId> byNumber() {
        return java.util.Comparator.comparingLong(
                id -> Long.parseLong(id.value().substring(1), 36));
    }

    /** A pause or a lower budget before the first start breaks nothing. */
    private static List<List<Filter>> expected(Trouble trouble, Before before, int step) {
        boolean never = before == Before.NOTHING || trouble == Trouble.DISCONNECT;
        boolean late = step > 1 && (trouble == Trouble.PAUSE || trouble == Trouble.SHRUNK);
        // silence begins a pause
        boolean unbearable = late || trouble == Trouble.SILENCE;
        return never || (before == Before.IN_PLACE && unbearable) ? List.of() : OLD;
    }

    @Test
    void newGroupsAreOpenedBeforeOldOnesAreClosedWhereSlotsAllow() throws InterruptedException {
        try (Play play = new Play(WIDE)) {
            List<Request> former = play.opened(List.of(), OLD);
            play.relay.forget();

            List<Request> live = play.opened(former, NEW);

            assertEquals(NEW, filters(live));
            assertEquals("RRRRCCCC", play.relay.story());
            assertEquals(former.reversed().stream().map(Request::id).toList(), play.relay.ended());
            play.assertHonest(live);
        }
    }

    @Test
    void oldGroupsAreClosedFirstWhereSlotsDoNotAllowAndTheSurplusIsFreed() throws InterruptedException {
        try (Play play = new Play(TIGHT)) {
            List<Request> former = play.opened(List.of(), OLD);
            play.relay.forget();
            AdmissionScope scope = new AdmissionScope(play.rig.session, former);

            List<List<Filter>> fewer = NEW.subList(0, 2);
            try (scope) {
                assertInstanceOf(Outcome.Open.class, scope.open(fewer));
                assertEquals(GROUPS, play.rig.ledger.held(SlotClass.LIVE), "kept until it is known which set stays");
                scope.commit();
            }

            assertEquals("CCCCRR", play.relay.story());
            assertTrue(scope.hasGap());
            play.assertHonest(scope.live());
            assertEquals(2, play.rig.ledger.held(SlotClass.LIVE));
        }
    }

    @Test
    void whatIsLiveAlreadyIsLeftAlone() throws InterruptedException {
        try (Play play = new Play(TIGHT)) {
            List<Request> former = play.opened(List.of(), OLD);
            play.relay.forget();
            List<List<Filter>> next = new ArrayList<>(OLD.subList(1, GROUPS));
            next.add(NEW.get(0));

            List<Request> live = play.opened(former, next);

            assertEquals("CR", play.relay.story());
            assertEquals(former.subList(1, GROUPS), live.subList(0, GROUPS - 1));
            play.assertHonest(live);
        }
    }

    /** A relay that is asked to replace what it is still answering shows no set but the last. */
    @Test
    void aThousandReplacementsLeaveTheLastSetAndNothingElse() throws InterruptedException {
        try (Play play = new Play(TIGHT)) {
            List<Request> live = List.of();
            for (int i = 0; i < 1_000; i++) {
                live = play.opened(live, i % 2 == 0 ? OLD : NEW.subList(0, 1 + i % GROUPS));
            }
            assertEquals(NEW.subList(0, 1 + 999 % GROUPS), filters(live));
            play.assertHonest(live);
        }
    }

    @Test
    void aSmallerSetOnlyClosesWhatIsTooMuch() throws InterruptedException {
        try (Play play = new Play(TIGHT)) {
            List<Request> former = play.opened(List.of(), OLD);
            play.relay.forget();

            List<Request> live = play.opened(former, OLD.subList(0, 2));

            assertEquals("CC", play.relay.story());
            assertEquals(former.subList(0, 2), live);
            play.assertHonest(live);
        }
    }

    @Test
    void aSetThatDoesNotFitAtAllBreaksNothing() throws InterruptedException {
        try (Play play = new Play(TIGHT)) {
            List<Request> former = play.opened(List.of(), OLD);
            play.relay.forget();
            AdmissionScope scope = new AdmissionScope(play.rig.session, former);
            try (scope) {
                Outcome.NotStarted no = (Outcome.NotStarted) scope.open(groups(200, GROUPS + 1));
                assertInstanceOf(Start.OverBudget.class, no.why());
            }
            assertEquals("", play.relay.story());
            assertEquals(former, scope.live());
        }
    }

    @Test
    void whereTheBytesDoNotAllowBothOldGroupsAreClosedFirst() throws InterruptedException {
        try (Play play = new Play(WIDE)) {
            List<Request> former = play.opened(List.of(), OLD);
            play.relay.forget();
            play.rig.pace.retained().learn(4_096);
            Set<Integer> kinds =
                    Set.copyOf(IntStream.range(1_000, 1_790).boxed().toList());

            play.opened(former, List.of(List.of(Filter.ALL.withKinds(kinds))));

            assertEquals("CCCCR", play.relay.story());
        }
    }

    @Test
    void aGroupThatIsNotTakenBackIsSignalled() throws InterruptedException {
        try (Play play = new Play(TIGHT)) {
            List<Request> former = play.opened(List.of(), OLD);
            play.relay.forget();
            play.at(Trouble.CLOSED, 2);
            // the first of the old ones that is opened again
            play.relay.refused = OLD.get(0);

            AdmissionScope scope = new AdmissionScope(play.rig.session, former);
            play.attempt(scope, NEW);

            Signal.LiveLost lost = (Signal.LiveLost) play.rig.signal();
            assertSame(scope.live().get(0), lost.request());
        }
    }

    @Test
    void startsAreTenthsOfASecondApartAtLeastAlsoWhenRestoring() throws InterruptedException {
        try (Play play = new Play(TIGHT)) {
            play.rig.pace.live().spacing(TENTH);
            List<Request> former = play.opened(List.of(), OLD);
            play.relay.forget();
            play.at(Trouble.CLOSED, 3);
            play.attempt(new AdmissionScope(play.rig.session, former), NEW);

            List<Long> starts = play.relay.starts;
            assertEquals(GROUPS + 3 + GROUPS, starts.size());
            // the relay may see the first of them late
            long least = (starts.size() - 2) * TENTH.toNanos();
            assertTrue(starts.get(starts.size() - 1) - starts.get(0) >= least, starts.toString());
        }
    }

    /** A session whose relay counts what is open. */
    private static final class Play implements AutoCloseable {
        private static final Duration STEP = Duration.ofMillis(20);

        private final SessionRig rig;
        private final TaskScope threads = TaskScope.open("play");
        private final CountingRelay relay;
        private volatile @Nullable Fork<Outcome> attempt;
        private volatile boolean interrupted;

        Play(int budget) {
            rig = new SessionRig(budget);
            relay = new CountingRelay(rig);
            threads.fork("relay", () -> {
                relay.run();
                return relay;
            });
        }

        /** What is to happen at a group: before it is sent, or when it has come. */
        void at(Trouble trouble, int step) {
            switch (trouble) {
                case CLOSED ->
                    relay.on(step, id -> {
                        relay.remove(id);
                        rig.closed(id, "error: something went wrong");
                    });
                case NOTICE ->
                    relay.on(step, id -> {
                        relay.remove(id);
                        rig.notice("ERROR: bad req: arr too big");
                    });
                case INTERRUPT ->
                    relay.on(step, id -> {
                        rig.until(() -> attempt != null);
                        attempt.cancel();
                    });
                case SILENCE -> relay.on(step, id -> rig.time.advance(Request.IDLE));
                case EARLY_INTERRUPT -> interruptBefore(step);
                case DISCONNECT -> relay.on(step, id -> rig.peer.hangUp());
                case PAUSE -> before(step, () -> rig.pace.pauses().begin(Pauses.Kind.RATE));
                case SHRUNK -> before(step, () -> rig.ledger.overdrawn(OptionalLong.of(3)));
            }
        }

        private void interrupt() throws InterruptedException {
            rig.until(() -> attempt != null);
            attempt.cancel();
        }

        /** While it waits at the gate. */
        private void interruptBefore(int step) {
            interrupted = step == 1;
            relay.on(step - 1, id -> {
                rig.pace.live().spacing(Duration.ofHours(1));
                rig.eose(id);
                rig.until(() ->
                        rig.time.nextWake().orElse(0) > Duration.ofMinutes(30).toNanos());
                rig.pace.live().spacing(Duration.ZERO);
                interrupt();
            });
        }

        private void before(int step, Runnable trouble) {
            if (step == 1) {
                trouble.run();
            } else {
                relay.on(step - 1, id -> {
                    trouble.run();
                    rig.eose(id);
                });
            }
        }

        List<Request> opened(List<Request> former, List<List<Filter>> groups) throws InterruptedException {
            AdmissionScope scope = new AdmissionScope(rig.session, former);
            Fork<Outcome> opening = threads.fork("open", () -> {
                try (scope) {
                    Outcome outcome = scope.open(groups);
                    scope.commit();
                    return outcome;
                }
            });
            assertInstanceOf(Outcome.Open.class, ended(opening));
            relay.settle();
            return scope.live();
        }

        /** Tries and commits nothing; true when it was interrupted. */
        boolean attempt(AdmissionScope scope, List<List<Filter>> groups) throws InterruptedException {
            TaskScope own = TaskScope.open("attempt");
            try (own) {
                Fork<Outcome> opening = own.fork("open", () -> {
                    if (interrupted) {
                        Thread.currentThread().interrupt();
                    }
                    try (scope) {
                        return scope.open(groups);
                    }
                });
                attempt = opening;
                return ended(opening) == null;
            } finally {
                relay.settle();
            }
        }

        private Outcome ended(Fork<Outcome> opening) throws InterruptedException {
            rig.time.advanceUntil(opening::ended, STEP);
            try {
                return opening.join();
            } catch (TaskFailedException e) {
                assertInstanceOf(InterruptedException.class, e.getCause());
                return null;
            }
        }

        /** Nothing is hidden: the relay's side, the ledger and the session agree with what is said to be live. */
        void assertHonest(List<Request> live) throws InterruptedException {
            // a slot may begin to rest only now
            rig.time.advanceUntil(() -> rig.ledger.held(SlotClass.LIVE) == live.size(), RelaySession.REST);
            assertEquals(live.stream().map(Request::id).toList(), relay.open());
            assertEquals(Math.min(live.size(), rig.ledger.budget()), rig.held());
            assertEquals(live.stream().mapToLong(Request::bytes).sum(), rig.session.openBytes());
            assertTrue(relay.most <= rig.ledger.budget() || rig.ledger.budget() == 3, relay.most + " open at once");
        }

        @Override
        public void close() {
            rig.close();
            threads.close();
        }
    }
}
