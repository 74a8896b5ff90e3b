package dev.sluice.session;

import dev.sluice.wire.RelaySocket.End;

/** What a session tells the worker that owns it. */
public sealed interface Signal {

    /** The relay ended a live subscription that had been open. */
    record LiveLost(Request request, Refusal refusal) implements Signal {}

    /** A refusal lowered the number of subscriptions. */
    record Shrunk() implements Signal {}

    /** A refusal told how many bytes all subscriptions may have together, or lowered that. */
    record Capped() implements Signal {}

    /** The relay wants no such further connection; it is over. */
    record Unwelcome(Refusal refusal) implements Signal {}

    /**
     * The connection is over.
     *
     * @param nanos since when, on the clock of {@link dev.sluice.time.Time#nanos}
     */
    record Ended(End end, long nanos) implements Signal {}
}
