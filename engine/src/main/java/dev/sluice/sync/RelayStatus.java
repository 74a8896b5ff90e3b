package dev.sluice.sync;

import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.pace.Pauses;
import dev.sluice.plan.Tier;
import dev.sluice.session.Refusal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a mirror stands with one relay at a moment. Moments are seconds since the Unix epoch.
 *
 * @param connections the first one and those beside it
 * @param tiers of what is to be live, in their order
 * @param debts filters of which something may have been missed and was not asked for again yet
 * @param pauses those that run
 * @param refusal the last one, long ago as it may be
 */
public record RelayStatus(
        RelayUrl relay,
        boolean owned,
        Progress.State state,
        List<Connection> connections,
        List<Live> tiers,
        int debts,
        List<Pause> pauses,
        Optional<Refused> refusal,
        History history,
        Counts counts) {

    public RelayStatus {
        connections = List.copyOf(connections);
        tiers = List.copyOf(tiers);
        pauses = List.copyOf(pauses);
    }

    /**
     * One connection.
     *
     * @param number from 0
     * @param generation how many there were at this place, this one included; 0 before the first
     * @param open whether it is up
     * @param budget subscriptions that the relay allows on it, as far as is known
     * @param held slots by class, without those of which none is held
     * @param waiting work that waits for a slot
     */
    public record Connection(
            int number, long generation, boolean open, int budget, Map<SlotClass, Integer> held, int waiting) {

        public Connection {
            Map<SlotClass, Integer> some = new EnumMap<>(SlotClass.class);
            held.forEach((slotClass, slots) -> {
                if (slots > 0) {
                    some.put(slotClass, slots);
                }
            });
            held = Collections.unmodifiableMap(some);
        }

        /** Slots of all classes. */
        public int taken() {
            return held.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * What is to be live of one tier.
     *
     * @param values that are wanted; a filter that stands alone counts as one
     * @param rotating filters that come by turns instead
     * @param left filters that are not live and asked for every few minutes
     */
    public record Live(Tier tier, int values, int rotating, int left) {}

    /** A pause and when it ends. */
    public record Pause(Pauses.Kind kind, long until) {}

    /**
     * What the relay refused.
     *
     * @param words its own
     */
    public record Refused(String words, Refusal.Reaction reaction, long at) {}

    /** How history is fetched. */
    public enum Method {
        NEGENTROPY,
        PAGES
    }

    /**
     * How far history is.
     *
     * @param values whose history is wanted; a filter that stands alone counts as one
     * @param complete of these, all that the relay has of them is here
     * @param openWalks filters that are walked from newer to older and have not met what is held
     * @param oldestOpen since when the oldest of these has been open
     * @param why history is not reconciled by negentropy; "" when it is
     */
    public record History(int values, int complete, int openWalks, OptionalLong oldestOpen, Method method, String why) {

        /** The part that is complete, from 0 to 1. */
        public double share() {
            return values == 0 ? 1 : (double) complete / values;
        }
    }

    /** Since the start, over all connections: events by what became of them, pages of history, bytes of messages. */
    public record Counts(
            long received, long stored, long duplicate, long refused, long pages, long bytesIn, long bytesOut) {}
}
