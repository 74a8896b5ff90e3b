package dev.sluice.intake;

import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Event;

/** Who waits for the verdict on an event. Called on verifier and writer threads, so all of it is short. */
sealed interface Claim permits Receipt, Publication {

    /**
     * A verifier is done with one event of it, which now is judged or goes to the archive.
     *
     * @return whether somebody waits for it to be durable soon
     */
    boolean checked();

    /** Whether its events come from their authors themselves. */
    boolean byAuthor();

    /** Whether what is still queued for it is of no use any more. */
    boolean dropped();

    /** A queued event was thrown away because the claim was dropped. */
    void discard();

    /** The verdict, once it is durable. */
    void settle(Event event, Verdict verdict);

    /** There will be no verdict: the archive is broken or the intake was closed. */
    void fail(RuntimeException failure);
}
