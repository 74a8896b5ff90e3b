package dev.sluice.relay;

import dev.sluice.archive.Verdict;
import dev.sluice.intake.Policies;
import dev.sluice.intake.RefusalReason;
import dev.sluice.nostr.Event;
import dev.sluice.time.WallClock;
import java.util.Optional;

/** What a client may not publish, seen without asking the archive. */
final class ClientRules {

    private final WritePolicy writes;
    private final WallClock clock;
    private final int futureSeconds;

    ClientRules(WritePolicy writes, WallClock clock, int futureSeconds) {
        this.writes = writes;
        this.clock = clock;
        this.futureSeconds = futureSeconds;
    }

    Optional<Verdict.Refused> refusal(Event event) {
        Optional<Verdict.Refused> unfit = Policies.thirdPartyRefusal(event);
        if (unfit.isPresent()) {
            return unfit;
        }
        if (event.createdAt() - clock.seconds() > futureSeconds) {
            return Optional.of(RefusalReason.FUTURE.because(
                    "created_at is more than " + futureSeconds + " seconds in the future"));
        }
        return writes.takes(event)
                ? Optional.empty()
                : Optional.of(RefusalReason.UNWANTED.because("this relay does not take such events"));
    }
}
