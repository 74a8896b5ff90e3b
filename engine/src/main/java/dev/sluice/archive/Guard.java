package dev.sluice.archive;

import dev.sluice.nostr.Event;
import java.util.Optional;

/**
 * Asked on the archive's writer thread, in commit order, before an event is kept. It sees the effect of earlier events of
 * its own group. It must answer fast and never block.
 */
@FunctionalInterface
public interface Guard {

    /** Keeps everything. */
    Guard OPEN = (event, held) -> Optional.empty();

    /** A refusal, or empty when the event may be kept. */
    Optional<Verdict.Refused> refusal(Event event, Held held);
}
