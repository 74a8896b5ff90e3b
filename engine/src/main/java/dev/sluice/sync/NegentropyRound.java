package dev.sluice.sync;

import dev.sluice.budget.SlotClass;
import dev.sluice.metrics.NegentropyExchange;
import dev.sluice.negentropy.Difference;
import dev.sluice.negentropy.Frame;
import dev.sluice.negentropy.Ids;
import dev.sluice.negentropy.ItemView;
import dev.sluice.negentropy.Reconciler;
import dev.sluice.negentropy.Step;
import dev.sluice.nostr.Filter;
import dev.sluice.session.Opening;
import dev.sluice.session.Reconciliation;
import dev.sluice.session.Reconciliation.Answer;
import dev.sluice.session.Refusal;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Request;
import dev.sluice.session.Start;
import dev.sluice.session.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;

/** One negentropy session from its opening to the difference, over one filter. Used by one thread. */
final class NegentropyRound {
    /** More frames than this are taken for "too big" (RULES 8.1). */
    private static final int MOST_FRAMES = 10_000;

    /** More needed ids than this are taken for "too big" (RULES 8.1). */
    static final int MOST_NEEDED = 1_000_000;

    private final RelaySession session;
    private final Semaphore places;
    private final Terms terms;
    private final SyncCounts counts;

    /**
     * How frames are exchanged.
     *
     * @param frameBytes our frames are no longer than this
     * @param probing how long the first answer of a relay may take that has not shown that it does negentropy
     * @param patience how long any other answer may take
     */
    record Terms(int frameBytes, Duration probing, Duration patience) {
        /** Ten seconds are enough for a relay to say that it knows no such message. */
        static final Duration PROBING = Duration.ofSeconds(10);

        static Terms usual(int frameBytes) {
            return new Terms(frameBytes, PROBING, Request.IDLE);
        }
    }

    /** How a round ended. */
    sealed interface Result {
        record Done(Difference difference) implements Result {}

        /** There is too much to reconcile at once: more than the relay's cap, when it said one, or than our own. */
        record TooBig(OptionalLong items) implements Result {}

        record Refused(Refusal refusal) implements Result {}

        /** No answer came in time. */
        record Silent(boolean opening) implements Result {}

        record Gone(boolean opening) implements Result {}

        /** The relay does not keep to the protocol. */
        record Broken(String reason) implements Result {}

        record NotStarted(Start.NotStarted why) implements Result {}
    }

    NegentropyRound(RelaySession session, Semaphore places, Terms terms, SyncCounts counts) {
        this.session = session;
        this.places = places;
        this.terms = terms;
        this.counts = counts;
    }

    /**
     * Blocks until the difference is known, or it is known why it can't be.
     *
     * @param proven whether the relay has answered a session before
     */
    Result run(Filter filter, ItemView items, boolean proven) throws InterruptedException {
        Duration opening = proven ? terms.patience() : terms.probing();
        return switch (session.awaitTurn(SlotClass.NEGENTROPY)) {
            case Turn.NotNow notNow -> new Result.NotStarted(notNow.why());
            case Turn.Ready ready -> run(filter, items, ready, opening);
        };
    }

    private Result run(Filter filter, ItemView items, Turn.Ready ready, Duration opening) throws InterruptedException {
        Place place = Place.await(places, ready);
        try (place) {
            Reconciler reconciler = Reconciler.initiator(items, terms.frameBytes());
            String first = reconciler.initiate().hex();
            counts.sent();
            return switch (session.reconcile(ready, filter, first)) {
                case Opening.Opened opened ->
                    exchange(opened.session(), reconciler, opening, new Findings(items.size()));
                case Opening.NotOpened notOpened -> new Result.NotStarted(notOpened.why());
            };
        }
    }

    private Result exchange(Reconciliation negotiated, Reconciler reconciler, Duration opening, Findings findings)
            throws InterruptedException {
        try (negotiated;
                findings) {
            String heard = "";
            for (int frames = 0; frames < MOST_FRAMES && findings.there <= MOST_NEEDED; frames++) {
                Answer answer = negotiated.await(frames == 0 ? opening : terms.patience());
                if (answer instanceof Answer.Silent && frames > 0) {
                    negotiated.gaveUp();
                }
                if (!(answer instanceof Answer.Message message)) {
                    return failure(answer, frames == 0);
                }
                if (message.payload().equals(heard)) {
                    return new Result.Broken("the same frame twice");
                }
                heard = message.payload();
                Optional<Result> result = take(heard, negotiated, reconciler, findings);
                if (result.isPresent()) {
                    return result.get();
                }
            }
        }
        return new Result.TooBig(OptionalLong.empty());
    }

    private Optional<Result> take(String payload, Reconciliation negotiated, Reconciler reconciler, Findings findings)
            throws InterruptedException {
        Optional<Frame> frame = Frame.parse(payload);
        if (frame.isEmpty()) {
            return Optional.of(new Result.Broken("a frame that is not hex"));
        }
        return switch (reconciler.step(frame.get())) {
            case Step.Refused refused -> Optional.of(new Result.Broken(refused.reason()));
            case Step.Done done -> {
                findings.add(done.found(), counts);
                yield Optional.of(new Result.Done(findings.all()));
            }
            case Step.Reply reply -> {
                findings.add(reply.found(), counts);
                counts.sent();
                yield negotiated.proceed(reply.frame().hex()) ? Optional.empty() : Optional.of(new Result.Gone(false));
            }
        };
    }

    private static Result failure(Answer answer, boolean opening) {
        return switch (answer) {
            case Answer.Message message -> throw new IllegalStateException("a frame is no failure");
            case Answer.Refused(Refusal.NegentropyTooBig big) -> new Result.TooBig(big.items());
            case Answer.Refused refused -> new Result.Refused(refused.refusal());
            case Answer.Silent silent -> new Result.Silent(opening);
            case Answer.Gone gone -> new Result.Gone(opening);
        };
    }

    /** What the frames have told so far; with frame limits one id may be told twice. */
    private static final class Findings implements AutoCloseable {
        private final NegentropyExchange record;
        private final List<Ids> onlyHere = new ArrayList<>();
        private final List<Ids> onlyThere = new ArrayList<>();
        private long there;
        private boolean done;

        Findings(int ours) {
            record = NegentropyExchange.begun(ours);
        }

        void add(Difference found, SyncCounts counts) {
            onlyHere.add(found.onlyHere());
            onlyThere.add(found.onlyThere());
            there += found.onlyThere().size();
            record.frame(found.onlyThere().size());
            counts.found(found.onlyHere().size(), found.onlyThere().size());
        }

        Difference all() {
            done = true;
            return new Difference(Ids.union(onlyHere), Ids.union(onlyThere));
        }

        @Override
        public void close() {
            record.ended(done);
        }
    }
}
