package dev.sluice.intake;

import dev.sluice.archive.Held;
import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Kind;
import dev.sluice.time.WallClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The policies that need no configuration of their own, and how policies are joined. */
public final class Policies {

    private Policies() {}

    /** What may be taken from third parties: all but protected events (NIP-70) and client authentication (NIP-42). */
    public static Policy mirror() {
        return new ThirdParty();
    }

    /** Why an event may not be taken even from its author, whatever else is held. */
    public static Optional<Verdict.Refused> authorRefusal(Event event) {
        return event.kind() == Kind.CLIENT_AUTH
                ? Optional.of(RefusalReason.CLIENT_AUTH.because("client authentication is not kept (NIP-42)"))
                : Optional.empty();
    }

    private static Optional<Verdict.Refused> protection(Event event) {
        return event.isProtected()
                ? Optional.of(RefusalReason.PROTECTED.because("only its author may publish it (NIP-70)"))
                : Optional.empty();
    }

    /**
     * What may be imported: all but protected events (NIP-70). An import passes nothing on, so client authentication is
     * to it an ephemeral event like others.
     */
    public static Policy imported() {
        return new Unprotected();
    }

    /** Refuses events that lie more than a span of time ahead of the clock. */
    public static Policy future(WallClock clock, Duration bound) {
        return new FutureBound(clock, bound.toSeconds());
    }

    /** The first refusal of several policies counts. */
    public static Policy all(List<Policy> policies) {
        return new Chain(List.copyOf(policies));
    }

    private record ThirdParty() implements Policy {

        @Override
        public long generation() {
            return 1;
        }

        @Override
        public Optional<Verdict.Refused> refusal(Event event, Held held) {
            return authorRefusal(event).or(() -> protection(event));
        }

        @Override
        public Optional<Verdict.Refused> refusalToAuthor(Event event, Held held) {
            return authorRefusal(event);
        }
    }

    private record Unprotected() implements Policy {

        @Override
        public long generation() {
            return 2;
        }

        @Override
        public Optional<Verdict.Refused> refusal(Event event, Held held) {
            return protection(event);
        }
    }

    private record FutureBound(WallClock clock, long boundSeconds) implements Policy {

        @Override
        public long generation() {
            return 1_000 + boundSeconds;
        }

        @Override
        public Optional<Verdict.Refused> refusal(Event event, Held held) {
            boolean within = event.createdAt() - clock.seconds() <= boundSeconds;
            return within
                    ? Optional.empty()
                    : Optional.of(RefusalReason.FUTURE.because(
                            "created_at is more than " + boundSeconds + " seconds in the future"));
        }
    }

    private record Chain(List<Policy> policies) implements Policy {

        @Override
        public long generation() {
            long generation = 7;
            for (Policy policy : policies) {
                generation = 31 * generation + policy.generation();
            }
            return generation;
        }

        @Override
        public Optional<Verdict.Refused> refusal(Event event, Held held) {
            return first(policy -> policy.refusal(event, held));
        }

        @Override
        public Optional<Verdict.Refused> refusalToAuthor(Event event, Held held) {
            return first(policy -> policy.refusalToAuthor(event, held));
        }

        private Optional<Verdict.Refused> first(Function<Policy, Optional<Verdict.Refused>> judgement) {
            for (Policy policy : policies) {
                Optional<Verdict.Refused> refusal = judgement.apply(policy);
                if (refusal.isPresent()) {
                    return refusal;
                }
            }
            return Optional.empty();
        }
    }
}
