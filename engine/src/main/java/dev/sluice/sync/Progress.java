package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Where a mirror stands, relay by relay. */
public record Progress(List<Relay> relays) {

    public Progress {
        relays = List.copyOf(relays);
    }

    /** What a relay's worker does. */
    public enum State {
        /** Between connections, waiting for a pause, a backoff or a place to dial. */
        WAITING,
        DIALLING,
        /** Connected; live coverage is being opened. */
        OPENING,
        /** Connected, live coverage is open. */
        LIVE,
        /** Connected, but the relay gives no room for live coverage. */
        HISTORY_ONLY,
        /** Nothing more will be done. */
        ENDED
    }

    /**
     * One relay.
     *
     * @param received events that were asked for and came, before anything was known of them
     * @param notLive filters that are not live, since all together would weigh too much for the relay: looked at every few
     *     minutes
     * @param walks one for each filter that is walked
     */
    public record Relay(
            RelayUrl relay,
            State state,
            long received,
            long stored,
            long duplicate,
            long refused,
            long pages,
            int notLive,
            List<Walk> walks) {

        public Relay {
            walks = List.copyOf(walks);
        }
    }

    /**
     * The history of one filter.
     *
     * @param oldest everything from this second up to the last walk's start is held; empty when nothing is certain yet
     * @param end how the last walk ended; empty while the first has not
     */
    public record Walk(Filter filter, OptionalLong oldest, Optional<WalkEnd> end) {}
}
