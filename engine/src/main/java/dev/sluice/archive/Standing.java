package dev.sluice.archive;

import java.util.Optional;

/** What the archive knows of an id without the event before it. */
public sealed interface Standing {

    /** The verdict on the event, should it come: certain without it, or empty. */
    default Optional<Verdict> verdict() {
        return switch (this) {
            case Held held -> Optional.of(new Verdict.Duplicate());
            case Gone gone -> Optional.of(gone.cause().verdict());
            case Unknown unknown -> Optional.empty();
        };
    }

    /** Held and served. */
    record Held(long createdAt) implements Standing {}

    /** Met, and not to be kept whoever offers it: what made it go is never taken back. */
    record Gone(long createdAt, Cause cause) implements Standing {}

    /** Never met, refused, or gone so long ago that it is forgotten: only the event itself can tell. */
    record Unknown() implements Standing {}

    /** Why an event is not held any more, or never was. */
    enum Cause {
        SUPERSEDED,
        DELETED,
        EXPIRED,
        VANISHED;

        /** As the archive says it of an event. */
        public Verdict verdict() {
            return switch (this) {
                case SUPERSEDED -> new Verdict.Superseded();
                case DELETED -> new Verdict.Deleted();
                case EXPIRED -> new Verdict.Expired();
                case VANISHED -> new Verdict.Vanished();
            };
        }

        /** Under which it is remembered for a relay that still offers it. */
        public Refusals.Reason reason() {
            return switch (this) {
                case SUPERSEDED -> Refusals.Reason.SUPERSEDED;
                case DELETED -> Refusals.Reason.DELETED;
                case EXPIRED -> Refusals.Reason.EXPIRED;
                case VANISHED -> Refusals.Reason.VANISHED;
            };
        }
    }
}
