package dev.sluice.session;

import dev.sluice.nostr.RelayMessage.Hint;
import dev.sluice.wire.RelaySocket.End;

/** How the stored part of a request ended. */
public sealed interface Terminal {

    /**
     * The relay has sent what it had.
     *
     * @param tainted whether the relay complained of something in between, so that events may be missing
     */
    record Eose(Hint hint, boolean tainted) implements Terminal {}

    /** The relay refused the request or broke it off. */
    record Refused(Refusal refusal) implements Terminal {}

    /** Nothing new came for too long; an incomplete pause has begun. */
    record Idle() implements Terminal {}

    /** The relay sent far more than was asked for. */
    record Flooded() implements Terminal {}

    /** The connection is over. */
    record Gone(End end) implements Terminal {}
}
