package dev.sluice.relay;

import dev.sluice.time.Time;
import java.util.Optional;

/**
 * How often a client is told that it says too much. Refusing costs nearly as much as answering, so whoever does not listen
 * is disconnected: after as many refusals in a minute as there may be messages.
 */
final class Patience {

    private final TokenBucket refusals;

    Patience(RelayLimits limits, Time time) {
        this.refusals = TokenBucket.perMinute(limits.of(Limit.MAX_MESSAGES_PER_MINUTE), time);
    }

    /** The reason to end the connection, which is that of the refusal, once there were too many. */
    Optional<String> exhaustedBy(String refusal) {
        return refusals.take(1) ? Optional.empty() : Optional.of(refusal);
    }
}
