package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.Admission;
import dev.sluice.budget.Slot;
import dev.sluice.budget.SlotClass;
import dev.sluice.metrics.Counter;
import dev.sluice.nostr.Filter;
import dev.sluice.pace.Gate;
import dev.sluice.pace.Pauses;
import dev.sluice.session.Refusal.Reaction;
import dev.sluice.task.Fork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(20)
class ReactionsTest {
    private static final String KHATRU =
            "rate-limited: there is a bug in the client, no one should be making so many requests";

    private final SessionRig rig = new SessionRig();
    private final Reactions reactions =
            new Reactions(rig.pace, rig.ledger, new Registry(), new Signals(rig.time), rig.metrics, Optional.empty());

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @EnumSource(Reaction.class)
    void eachRefusalIsCountedByItsReactionAndByNoOther(Reaction reaction) {
        reactions.react(refusal(reaction));

        Map<Reaction, Long> counted = new EnumMap<>(Reaction.class);
        for (Reaction each : Reaction.values()) {
            long count = rig.metrics.value(each.counter());
            if (count > 0) {
                counted.put(each, count);
            }
        }
        assertEquals(Map.of(reaction, 1L), counted);
        assertEquals("REFUSALS_" + reaction, reaction.counter().name());
    }

    @Test
    void wordsThatNoRuleKnowsAreCountedAsSuchToo() {
        reactions.react(new Refusal.Unknown("the moon is full", Reaction.TRANSIENT_ERROR));
        assertEquals(1, rig.metrics.value(Counter.REFUSALS_UNKNOWN));
        assertEquals(1, rig.metrics.value(Counter.REFUSALS_TRANSIENT_ERROR));
    }

    @Test
    void tooManyAtOnceLowersConcurrencyAndLeavesTheSpacing() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            rig.page(SessionRig.NOTES);
        }
        reactions.react(new Refusal.SubscriptionLimit("too many", OptionalLong.empty()));
        assertEquals(3, rig.ledger.budget());
        assertEquals(Optional.empty(), rig.pace.pauses().blocked());
        for (Gate gate : List.of(rig.pace.background(), rig.pace.live(), rig.pace.reactive(), rig.pace.negentropy())) {
            assertEquals(Duration.ZERO, gate.spacing());
        }
    }

    @Test
    void tooFastWidensTheSpacingAndLeavesTheBudget() {
        reactions.react(new Refusal.TooManyQueries("too fast", OptionalLong.empty(), false));
        assertEquals(20, rig.ledger.budget());
        assertEquals(Duration.ofMillis(600), rig.pace.reactive().spacing());
        assertEquals(Optional.of(Duration.ofSeconds(65)), rig.pace.pauses().blocked());
    }

    @Test
    void refusalsOfOneEpisodeWidenTheSpacingOnce() {
        for (int i = 0; i < 34; i++) {
            reactions.react(new Refusal.TooManyQueries("too fast", OptionalLong.empty(), false));
        }
        assertEquals(Duration.ofMillis(600), rig.pace.reactive().spacing());
        rig.time.advance(Duration.ofSeconds(65));
        reactions.react(new Refusal.TooManyQueries("too fast", OptionalLong.empty(), false));
        assertEquals(Duration.ofMillis(1_200), rig.pace.reactive().spacing());
    }

    /** History goes by the second on foreign relays: less between any two starts would not slow it down. */
    @Test
    void aStepThatWouldChangeNothingIsPassedOver() {
        rig.pace.background().spacing(Duration.ofSeconds(1));
        reactions.react(new Refusal.TooManyQueries("too fast", OptionalLong.empty(), false));
        assertEquals(Duration.ofMillis(1_200), rig.pace.reactive().spacing());
    }

    /** Rates that stand in no document, with the words of those who keep them: history at its usual pace meets each once. */
    @ParameterizedTest
    @CsvSource({"20, 100, true", "50, 50, false", "60, 60, false"})
    void anUnknownRateRefusesOnceAtMost(int perMinute, int burst, boolean countsFilters) {
        rig.pace.background().spacing(Duration.ofSeconds(1));
        String text = countsFilters ? KHATRU : "rate-limited: slow down there chief";
        double tokens = burst;
        int refused = 0;
        for (int start = 0; start < 2_000; start++) {
            Duration reactive = rig.pace.reactive().spacing();
            Duration background = rig.pace.background().spacing();
            Duration passed = reactive.compareTo(background) > 0 ? reactive : background;
            if (tokens < 1) {
                refused++;
                reactions.react(RefusalClassifier.standard().classify(RefusalClassifier.Channel.CLOSED, text));
                passed = rig.pace.pauses().blocked().orElseThrow();
            } else {
                tokens--;
            }
            rig.time.advance(passed);
            tokens = Math.min(burst, tokens + passed.toMillis() * perMinute / 60_000.0);
        }
        assertTrue(refused <= 1, refused + " refusals");
    }

    /** Quiet minutes prove only that the wider spacing is borne: without it the relay would refuse once more. */
    @Test
    void theSpacingHoldsHoweverQuietTheRelayIsUntilWhatIsKnownOfItIsTooOld() {
        Refusal tooFast = new Refusal.TooManyQueries("too fast", OptionalLong.empty(), false);
        reactions.react(tooFast);
        rig.time.advance(Duration.ofHours(1));
        reactions.react(tooFast);
        assertEquals(Optional.of(Duration.ofSeconds(65)), rig.pace.pauses().blocked());
        assertEquals(Duration.ofMillis(1_200), rig.pace.reactive().spacing());
        assertTrue(rig.pace.knowsSomething());

        rig.pace.forget();

        assertEquals(Duration.ZERO, rig.pace.reactive().spacing());
        assertFalse(rig.pace.knowsSomething());
        assertTrue(rig.pace.pauses().blocked().isPresent());
    }

    /** An open session goes on at a pace of its own: no pause and no spacing of starts holds its frames up. */
    @Test
    void negentropyThatIsOpenSurvivesARefusalForItsQueryRate() throws InterruptedException {
        Turn.Ready turn = (Turn.Ready) rig.session.awaitTurn(SlotClass.NEGENTROPY);
        Opening opening = rig.session.reconcile(turn, SessionRig.NOTES, "6100");
        try (Reconciliation negotiated = ((Opening.Opened) opening).session()) {
            rig.heard();
            reactions.react(new Refusal.TooManyQueries("too fast", OptionalLong.empty(), false));
            assertTrue(negotiated.proceed("6100"));
            rig.heard();
            Fork<Boolean> next = rig.scope.fork("next", () -> negotiated.proceed("6100"));
            rig.time.awaitSleepers(1);
            assertEquals(Gate.NEGENTROPY_SLOW.toNanos(), rig.time.nextWake().orElseThrow());
            rig.time.advance(Gate.NEGENTROPY_SLOW);
            assertTrue(next.join());
        }
    }

    @Test
    void negentropyRestsWhenSlowFramesAreStillTooFast() {
        Refusal tooFast = new Refusal.TooManyQueries("too fast", OptionalLong.empty(), false);
        reactions.reactToNegentropy(tooFast);
        assertEquals(Optional.empty(), rig.pace.pauses().left(Pauses.Kind.NEGENTROPY));
        rig.time.advance(Duration.ofSeconds(65));
        reactions.reactToNegentropy(tooFast);
        assertEquals(Optional.of(Duration.ofSeconds(65)), rig.pace.pauses().left(Pauses.Kind.NEGENTROPY));
    }

    @ParameterizedTest
    @CsvSource({"true, 48000", "false, 600"})
    void aRelayThatIsSeenToCountFiltersIsChargedForEach(boolean seen, long millis) throws InterruptedException {
        String text = seen ? KHATRU : "rate-limited: too many queries";
        reactions.react(RefusalClassifier.standard().classify(RefusalClassifier.Channel.CLOSED, text));
        rig.time.advance(Duration.ofSeconds(65));
        List<Filter> ten = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ten.add(SessionRig.NOTES.withUntil(OptionalLong.of(i)));
        }
        rig.live(ten.toArray(Filter[]::new));
        rig.scope.fork("next", () -> rig.session.awaitTurn(SlotClass.HISTORIC_PAGE));
        rig.time.awaitSleepers(1);
        assertEquals(Duration.ofMillis(millis).toNanos(), rig.time.nextWake().orElseThrow());
    }

    /** A pause that begins while a slot is waited for is found before the turn is taken, and gives the slot back. */
    @Test
    void aPauseThatBeganWhileASlotWasWaitedForTakesNoTurn() throws InterruptedException {
        List<Slot> all = ((Admission.Granted) rig.ledger.tryGroup(SlotClass.HISTORIC_PAGE, 5)).slots();
        Fork<Turn> waiter = rig.scope.fork("waiter", () -> rig.session.awaitTurn(SlotClass.HISTORIC_PAGE));
        rig.until(() -> rig.ledger.waiting() == 1);
        rig.pace.background().spacing(Duration.ofHours(1));
        reactions.react(new Refusal.Rate("slow down", OptionalLong.empty()));
        all.forEach(Slot::close);
        Turn.NotNow notNow = assertInstanceOf(Turn.NotNow.class, waiter.join());
        assertInstanceOf(Start.Paused.class, notNow.why());
        assertEquals(20, rig.ledger.free());
    }

    private static Refusal refusal(Reaction reaction) {
        String text = "words";
        OptionalLong none = OptionalLong.empty();
        return switch (reaction) {
            case RATE_LIMIT -> new Refusal.Rate(text, none);
            case TOO_MANY_QUERIES -> new Refusal.TooManyQueries(text, none, false);
            case SUBSCRIPTION_LIMIT -> new Refusal.SubscriptionLimit(text, none);
            case RETAINED_BYTES -> new Refusal.RetainedBytes(text, none);
            case FILTER_COUNT -> new Refusal.FilterCount(text, none);
            case FILTER_TOO_BIG -> new Refusal.TooBig(text, none, none);
            case RESULTS_TOO_MANY -> new Refusal.TooManyResults(text, none);
            case AUTH_REQUIRED -> new Refusal.AuthRequired(text);
            case POLICY_PAUSE -> new Refusal.Policy(text);
            case TRANSIENT_ERROR -> new Refusal.Transient(text);
            case NEG_UNSUPPORTED -> new Refusal.NegentropyUnsupported(text);
            case NEG_TOO_BIG -> new Refusal.NegentropyTooBig(text, none);
            case NEG_TOO_MANY -> new Refusal.NegentropyTooMany(text, none);
            case NEG_TIMEOUT -> new Refusal.NegentropyExpired(text);
            case IGNORED -> new Refusal.Harmless(text);
        };
    }
}
