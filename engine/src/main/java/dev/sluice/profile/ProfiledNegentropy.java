package dev.sluice.profile;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.profile.FilterRules.Breach;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The negentropy sessions that a client has open. The receiving thread uses it. */
final class ProfiledNegentropy {
    private final ProfiledRelay relay;
    private final Profile profile;
    private final Map<SubscriptionId, Session> open = new HashMap<>();

    private record Session(long items, long heardNanos) {}

    ProfiledNegentropy(ProfiledRelay relay) {
        this.relay = relay;
        this.profile = relay.profile();
    }

    /** Whether the relay knows negentropy at all. */
    boolean served() {
        return !profile.exceeds(Occasion.NEG, 1);
    }

    int count() {
        return open.size();
    }

    void end(SubscriptionId id) {
        open.remove(id);
    }

    /** Opens a session, unless it passes a limit. Blocks while the archive counts. */
    Optional<Breach> open(ClientMessage.NegOpen message) throws InterruptedException {
        open.remove(message.id());
        relay.counts().sessions(open.size() + 1);
        if (profile.exceeds(Occasion.NEG_SESSIONS, open.size() + 1L)) {
            return Optional.of(Breach.of(Occasion.NEG_SESSIONS, open.size() + 1L));
        }
        long items = items(message.filter());
        long together = profile.has(Habit.NEG_ITEMS_TOGETHER)
                ? open.values().stream().mapToLong(Session::items).sum()
                : 0;
        if (profile.exceeds(Occasion.NEG_ITEMS, together + items)) {
            return Optional.of(Breach.of(Occasion.NEG_ITEMS, together + items));
        }
        open.put(message.id(), new Session(items, relay.time().nanos()));
        return Optional.empty();
    }

    /** Goes on with a session, unless it was forgotten. */
    Optional<Breach> proceed(ClientMessage.NegMsg message) {
        if (!served()) {
            return Optional.of(Breach.of(Occasion.NEG, 1));
        }
        @Nullable Session session = open.get(message.id());
        if (session == null || isForgotten(session)) {
            open.remove(message.id());
            return Optional.of(Breach.of(Occasion.NEG_IDLE, 0));
        }
        open.put(message.id(), new Session(session.items(), relay.time().nanos()));
        return Optional.empty();
    }

    private boolean isForgotten(Session session) {
        long seconds = profile.limit(Occasion.NEG_IDLE).orElse(0);
        return seconds > 0
                && relay.time()
                        .reached(session.heardNanos()
                                + Duration.ofSeconds(seconds).toNanos());
    }

    private long items(Filter filter) throws InterruptedException {
        return profile.limits().containsKey(Occasion.NEG_ITEMS)
                ? relay.archive().count(List.of(filter.withLimit(OptionalInt.empty())))
                : 0;
    }
}
