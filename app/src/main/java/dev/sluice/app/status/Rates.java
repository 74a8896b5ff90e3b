package dev.sluice.app.status;

import dev.sluice.nostr.RelayUrl;
import dev.sluice.sync.RelayStatus;
import java.util.HashMap;
import java.util.Map;

/**
 * How fast it goes, from two moments, in units a second.
 *
 * @param verified events whose id and signature were checked
 * @param stored by events that the archive holds more
 */
public record Rates(double verified, double stored, Map<RelayUrl, OfRelay> relays) {

    public Rates {
        relays = Map.copyOf(relays);
    }

    /** Of one relay: events that came, and bytes of its messages. */
    public record OfRelay(double events, double bytes) {
        static final OfRelay NONE = new OfRelay(0, 0);
    }

    /** From one moment to a later one. */
    public static Rates between(Status before, Status now, double seconds) {
        Map<RelayUrl, RelayStatus.Counts> known = new HashMap<>();
        before.mirror().relays().forEach(relay -> known.put(relay.relay(), relay.counts()));
        Map<RelayUrl, OfRelay> relays = new HashMap<>();
        for (RelayStatus relay : now.mirror().relays()) {
            RelayStatus.Counts earlier = known.get(relay.relay());
            if (earlier != null) {
                relays.put(relay.relay(), between(earlier, relay.counts(), seconds));
            }
        }
        return new Rates(
                rate(checked(before), checked(now), seconds),
                rate(before.archive().events(), now.archive().events(), seconds),
                relays);
    }

    /** Of one relay; nothing where it has come between the two moments. */
    public OfRelay of(RelayUrl relay) {
        return relays.getOrDefault(relay, OfRelay.NONE);
    }

    private static OfRelay between(RelayStatus.Counts before, RelayStatus.Counts now, double seconds) {
        return new OfRelay(
                rate(before.received(), now.received(), seconds), rate(before.bytesIn(), now.bytesIn(), seconds));
    }

    private static long checked(Status status) {
        return status.intake().verified() + status.intake().invalid();
    }

    /** A relay that left and came again begins anew: that is no rate below nothing. */
    private static double rate(long before, long now, double seconds) {
        return seconds <= 0 ? 0 : Math.max(0, now - before) / seconds;
    }
}
