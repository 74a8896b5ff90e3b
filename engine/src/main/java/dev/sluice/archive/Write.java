package dev.sluice.archive;

import dev.sluice.nostr.Event;
import java.util.List;

/** One unit of work for the archive's writer: what belongs to one write becomes durable in the same group. */
public sealed interface Write {

    /** Whether somebody waits for it: urgent writes end a group after 50 ms, bulk ones after 1 s (RULES 1.3). */
    boolean urgent();

    /** Verified events, to be kept in this order if the guard agrees. */
    record Events(List<Event> events, Guard guard, boolean urgent) implements Write {
        public Events {
            events = List.copyOf(events);
        }
    }

    /** New states of coverage, and items to remember as not to be asked for again. */
    record Progress(List<CoverageEntry> coverage, List<Refusals> refusals, boolean urgent) implements Write {
        public Progress {
            coverage = List.copyOf(coverage);
            refusals = List.copyOf(refusals);
        }
    }
}
