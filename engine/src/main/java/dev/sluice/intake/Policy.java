package dev.sluice.intake;

import dev.sluice.archive.Guard;
import dev.sluice.archive.Held;
import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Event;
import java.util.Optional;

/** Which verified events are kept and passed on. Runs on the archive's writer thread, in commit order. */
public interface Policy extends Guard {

    /**
     * A number that stands for what the policy refuses: equal policies have equal generations, in every process. Refusals
     * that carry another generation are void.
     */
    long generation();

    /** As {@link #refusal}, of an event that its author himself publishes here. */
    default Optional<Verdict.Refused> refusalToAuthor(Event event, Held held) {
        return refusal(event, held);
    }
}
