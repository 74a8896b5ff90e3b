package dev.sluice.sync;

import dev.sluice.session.Refusal;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import java.time.Duration;

/** How the work of a sync over one connection ended. */
sealed interface SyncEnd {
    /** A longer pause is not worth waiting for in a command that ends. */
    Duration MOST_WAIT = Duration.ofMinutes(3);

    Duration REDIAL = Duration.ofSeconds(5);

    /** Everything asked for is done. */
    record Complete() implements SyncEnd {}

    /** It can't be completed now. */
    record Incomplete(String reason) implements SyncEnd {}

    /** Another connection may go on where this one stood, after a wait. */
    record Again(String reason, Duration pause) implements SyncEnd {}

    /** What follows from a setback. */
    static SyncEnd after(Setback setback) {
        return switch (setback) {
            case Setback.NotStarted notStarted -> after(notStarted.why());
            case Setback.Failed failed -> after(failed.terminal());
        };
    }

    private static SyncEnd after(Start.NotStarted why) {
        return switch (why) {
            case Start.Over over -> new Again("the connection ended", REDIAL);
            case Start.Paused paused -> pause("the relay has earned a pause", paused.left());
            case Start.OverBudget overBudget -> new Incomplete("the relay allows too few subscriptions");
        };
    }

    private static SyncEnd after(Terminal terminal) {
        return switch (terminal) {
            case Terminal.Gone gone -> new Again("the connection ended", REDIAL);
            case Terminal.Idle idle -> new Incomplete("the relay has gone quiet");
            case Terminal.Flooded flooded -> new Incomplete("the relay sends what was not asked for");
            case Terminal.Refused refused -> after(refused.refusal());
            case Terminal.Eose eose -> throw new IllegalStateException("an EOSE is no setback");
        };
    }

    private static SyncEnd after(Refusal refusal) {
        String reason = "the relay refused: " + refusal.text();
        return switch (refusal.reaction()) {
            case RATE_LIMIT, TOO_MANY_QUERIES -> pause(reason, Duration.ofSeconds(65));
            case SUBSCRIPTION_LIMIT, TRANSIENT_ERROR -> new Again(reason, REDIAL);
            case AUTH_REQUIRED -> new Incomplete("the relay wants to know who asks: " + refusal.text());
            case RETAINED_BYTES,
                    FILTER_COUNT,
                    FILTER_TOO_BIG,
                    RESULTS_TOO_MANY,
                    POLICY_PAUSE,
                    NEG_UNSUPPORTED,
                    NEG_TOO_BIG,
                    NEG_TOO_MANY,
                    NEG_TIMEOUT,
                    IGNORED -> new Incomplete(reason);
        };
    }

    private static SyncEnd pause(String reason, Duration left) {
        return left.compareTo(MOST_WAIT) <= 0 ? new Again(reason, left) : new Incomplete(reason);
    }
}
