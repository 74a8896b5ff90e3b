package dev.sluice.relay;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Which events clients may publish here, beside what no relay may take. Asked before verification; must not block. */
@FunctionalInterface
public interface WritePolicy {

    /** Takes everything. */
    WritePolicy OPEN = new WritePolicy() {
        @Override
        public boolean takes(Event event) {
            return true;
        }

        @Override
        public boolean restricts() {
            return false;
        }
    };

    /** Takes everything for now: the intake refuses what does not belong here. */
    WritePolicy JUDGED_LATER = event -> true;

    /** Whether clients may publish such an event. */
    boolean takes(Event event);

    /** Whether there is anything that is not taken (NIP-11). */
    default boolean restricts() {
        return true;
    }

    /** Takes what some authors have signed. */
    static WritePolicy by(Set<PublicKey> authors) {
        Set<PublicKey> listed = Set.copyOf(authors);
        return event -> listed.contains(event.pubkey());
    }

    /**
     * Takes what at least one filter matches: "only what we mirror".
     *
     * @param filters those of the moment of asking
     */
    static WritePolicy only(Supplier<List<Filter>> filters) {
        return event -> filters.get().stream().anyMatch(filter -> filter.matches(event));
    }
}
