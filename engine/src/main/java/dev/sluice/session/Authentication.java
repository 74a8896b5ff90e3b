package dev.sluice.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.Utf8;
import dev.sluice.time.Time;
import dev.sluice.wire.RelaySocket.End;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one connection knows of us (NIP-42). The reader tells it what comes and never waits. Nothing is said unprompted:
 * only a thread whose request the relay has refused answers the challenge, once for each challenge; threads that need the
 * same wait for what comes of it.
 */
final class Authentication {
    /** Longer challenges are dropped: those of relays are a few dozen bytes. */
    static final int MOST_CHALLENGE_BYTES = 1_024;

    /** Some relays send the challenge after the refusal that it belongs to. */
    static final Duration CHALLENGE_PATIENCE = Duration.ofSeconds(2);

    /** How long the relay's OK may take. */
    static final Duration ANSWER_PATIENCE = Duration.ofSeconds(10);

    /** Signatures for one connection: a relay that asks for more never lets us in. */
    static final int MOST_SIGNATURES = 16;

    private final Optional<Identity> identity;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private State state = State.UNASKED;

    @GuardedBy("lock")
    private String challenge = "";

    @GuardedBy("lock")
    private String answered = "";

    @GuardedBy("lock")
    private String answerId = "";

    @GuardedBy("lock")
    private long answerEndNanos;

    @GuardedBy("lock")
    private int signatures;

    @GuardedBy("lock")
    private int acceptances;

    @GuardedBy("lock")
    private String rejection = "no challenge came";

    @GuardedBy("lock")
    private boolean demanded;

    @GuardedBy("lock")
    private @Nullable End end;

    private enum State {
        /** No challenge has come. */
        UNASKED,
        /** The newest challenge has no answer. */
        ASKED,
        /** An answer waits for its OK. */
        ANSWERED,
        ACCEPTED,
        /** The relay did not take the answer, or never asked for one. */
        REFUSED
    }

    /**
     * How the relay knew us when something was sent.
     *
     * @param acceptances how often it had taken an answer of ours
     * @param again whether it was sent for the second time
     */
    record Standing(int acceptances, boolean again) {}

    Authentication(Optional<Identity> identity, Time time) {
        this.identity = identity;
        this.time = time;
    }

    Standing standing(boolean again) {
        lock.lock();
        try {
            return new Standing(acceptances, again);
        } finally {
            lock.unlock();
        }
    }

    /** Whether what was refused may be let in once the relay knows us. */
    boolean mayChange(Refusal refusal, Standing sent) {
        if (!(refusal instanceof Refusal.AuthRequired) || identity.isEmpty() || sent.again()) {
            return false;
        }
        lock.lock();
        try {
            return switch (state) {
                case UNASKED, ASKED, ANSWERED -> true;
                case ACCEPTED -> acceptances > sent.acceptances();
                case REFUSED -> false;
            };
        } finally {
            lock.unlock();
        }
    }

    /** What a refusal means that can't be changed: a relay that knew us and asks who we are does not want us. */
    static Refusal meaning(Refusal refusal, Standing sent) {
        boolean known = sent.acceptances() > 0;
        return known && refusal instanceof Refusal.AuthRequired ? new Refusal.Policy(refusal.text()) : refusal;
    }

    /** Whether a challenge waits for an answer that we could give. */
    boolean isAsked() {
        lock.lock();
        try {
            return identity.isPresent() && state == State.ASKED;
        } finally {
            lock.unlock();
        }
    }

    /** Something that was open has been closed until the relay knows us. */
    void demand() {
        lock.lock();
        try {
            demanded = true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether there was such a demand since this was asked last. */
    boolean takeDemand() {
        lock.lock();
        try {
            boolean taken = demanded;
            demanded = false;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    // what the reader calls

    /** False when it is too long to be one, or no text. */
    boolean challenged(String text) {
        if (Utf8.longerThan(text, MOST_CHALLENGE_BYTES)
                || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return false;
        }
        lock.lock();
        try {
            boolean repeated = state != State.UNASKED && text.equals(challenge);
            challenge = text;
            if (!repeated && state != State.ANSWERED) {
                state = State.ASKED;
            }
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether an OK is for our answer; it may come late. */
    boolean take(RelayMessage.Ok ok) {
        lock.lock();
        try {
            if (answerId.isEmpty() || !ok.eventId().equals(answerId)) {
                return false;
            }
            answerId = "";
            decided(ok.accepted() || isKnownBefore(ok.text()), ok.text());
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a NOTICE is the answer that we wait for: some relays have no other. */
    boolean take(String notice) {
        String text = notice.toLowerCase(Locale.ROOT);
        lock.lock();
        try {
            if (state != State.ANSWERED || !(text.contains("auth") || text.contains("challenge"))) {
                return false;
            }
            decided(isKnownBefore(text), notice);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The relay has refused once more what waits for it to know us: that is a no. */
    void refused(String text) {
        lock.lock();
        try {
            if (state == State.ANSWERED) {
                decided(false, text);
            }
        } finally {
            lock.unlock();
        }
    }

    void gone(End how) {
        lock.lock();
        try {
            end = how;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** strfry takes one key for a connection and says so when it is told again. */
    private static boolean isKnownBefore(String text) {
        return text.toLowerCase(Locale.ROOT).contains("already authenticated");
    }

    @GuardedBy("lock")
    private void decided(boolean accepted, String text) {
        rejection = text;
        if (accepted) {
            state = State.ACCEPTED;
            acceptances++;
        } else if (state == State.ANSWERED) {
            // a challenge that was replaced meanwhile was answered too late, not wrongly
            state = challenge.equals(answered) ? State.REFUSED : State.ASKED;
        }
        changed.signalAll();
    }

    // what a thread calls that was refused

    /**
     * Blocks until the relay knows us, or for a bounded time until it is plain that it will not. An interrupt ends the
     * wait; an answer that was sent counts all the same.
     *
     * @param send sends the answer; where it can't be sent the connection is over, and the reader says so
     */
    boolean establish(Consumer<Event> send) throws InterruptedException {
        long challengeEndNanos = time.after(CHALLENGE_PATIENCE);
        while (true) {
            Optional<Event> answer;
            lock.lockInterruptibly();
            try {
                awaitMove(challengeEndNanos);
                if (state != State.ASKED || end != null) {
                    return state == State.ACCEPTED && end == null;
                }
                answer = claim();
            } finally {
                lock.unlock();
            }
            answer.ifPresent(send);
        }
    }

    /** Why the relay does not know us, in its words where it had some. */
    String rejection() {
        lock.lock();
        try {
            return rejection;
        } finally {
            lock.unlock();
        }
    }

    /** How the connection ended; empty when it has not. */
    Optional<End> end() {
        lock.lock();
        try {
            return Optional.ofNullable(end);
        } finally {
            lock.unlock();
        }
    }

    /** Blocks while it is the relay's turn; its silence is a no. */
    @GuardedBy("lock")
    private void awaitMove(long challengeEndNanos) throws InterruptedException {
        while ((state == State.UNASKED || state == State.ANSWERED) && end == null) {
            long deadline = state == State.UNASKED ? challengeEndNanos : answerEndNanos;
            if (time.reached(deadline)) {
                state = State.REFUSED;
                changed.signalAll();
            } else {
                time.await(lock, changed, deadline);
            }
        }
    }

    /** The answer to the challenge, for the first who asks; from then on it is on its way. */
    @GuardedBy("lock")
    private Optional<Event> claim() {
        if (signatures >= MOST_SIGNATURES) {
            state = State.REFUSED;
            return Optional.empty();
        }
        signatures++;
        Event answer = identity.orElseThrow().answer(challenge);
        state = State.ANSWERED;
        answered = challenge;
        answerId = answer.id().hex();
        answerEndNanos = time.after(ANSWER_PATIENCE);
        rejection = "no OK came";
        return Optional.of(answer);
    }
}
