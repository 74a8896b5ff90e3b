package dev.sluice.sync;

import dev.sluice.nostr.RelayMessage.Hint;
import dev.sluice.session.Arrival;
import dev.sluice.session.Arrivals;
import java.util.List;

/**
 * One page that ended with EOSE.
 *
 * @param tainted whether the relay complained of something before the EOSE, so that the page may be cut
 */
record Page(Arrivals arrivals, Hint hint, boolean tainted) {

    List<Arrival> matched() {
        return arrivals.matched();
    }

    /** How many results the relay spent on it, broken ones included. */
    int size() {
        return arrivals.matched().size() + arrivals.malformed();
    }

    boolean touches(long second) {
        return matched().stream().anyMatch(arrival -> arrival.createdAt() == second);
    }

    /**
     * Whether it can't be told what is missing: the relay complained, or sent more than was asked for and not newest
     * first, so that what was dropped may lie anywhere.
     */
    boolean isDoubtful() {
        return tainted || (arrivals.excess() > 0 && !descends());
    }

    /** What the relay says of paging, as far as everything it sent was taken. */
    Hint trustedHint() {
        return arrivals.excess() > 0 ? Hint.NONE : hint;
    }

    private boolean descends() {
        List<Arrival> events = matched();
        for (int i = 1; i < events.size(); i++) {
            if (events.get(i).createdAt() > events.get(i - 1).createdAt()) {
                return false;
            }
        }
        return true;
    }

    /** Whether the events came oldest first, of more than one second. */
    boolean ascends() {
        List<Arrival> events = matched();
        for (int i = 1; i < events.size(); i++) {
            if (events.get(i).createdAt() < events.get(i - 1).createdAt()) {
                return false;
            }
        }
        return events.size() > 1
                && events.get(0).createdAt() < events.get(events.size() - 1).createdAt();
    }
}
