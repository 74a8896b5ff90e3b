package dev.sluice.intake;

import dev.sluice.archive.Refusals;
import dev.sluice.archive.Verdict;
import java.util.Optional;

/** Why an event is refused: the fixed vocabulary of {@link Verdict.Refused#reason()}. */
public enum RefusalReason {
    /** The text is not an event. */
    MALFORMED("malformed", Refusals.Reason.INVALID),
    /** The id or the signature is wrong. */
    INVALID("invalid", Refusals.Reason.INVALID),
    /** Only its author may publish it (NIP-70). */
    PROTECTED("protected", Refusals.Reason.POLICY),
    /** Of the kind that logs a client in, which is never kept or passed on (NIP-42). */
    CLIENT_AUTH("client-auth", Refusals.Reason.POLICY),
    /** Created too far in the future. */
    FUTURE("future", Refusals.Reason.FUTURE),
    /** Belongs to no accepted repository (GRASP-01). */
    ORPHAN("orphan", Refusals.Reason.POLICY),
    /** Not of the kind that this archive takes. */
    UNWANTED("unwanted", Refusals.Reason.POLICY);

    private final String word;
    private final Refusals.Reason remembered;

    RefusalReason(String word, Refusals.Reason remembered) {
        this.word = word;
        this.remembered = remembered;
    }

    /** The word that stands in verdicts, counts and summaries. */
    public String word() {
        return word;
    }

    /** The verdict, with words for a person. */
    public Verdict.Refused because(String detail) {
        return new Verdict.Refused(word, detail);
    }

    /** What is remembered of an event that will not be kept. */
    static Optional<Refusals.Reason> remembered(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Stored s -> Optional.empty();
            case Verdict.Duplicate d -> Optional.empty();
            // a relay that lists one has kept what was over when it was delivered
            case Verdict.Ephemeral e -> Optional.of(Refusals.Reason.EXPIRED);
            case Verdict.Superseded s -> Optional.of(Refusals.Reason.SUPERSEDED);
            case Verdict.Deleted d -> Optional.of(Refusals.Reason.DELETED);
            case Verdict.Expired e -> Optional.of(Refusals.Reason.EXPIRED);
            case Verdict.Vanished v -> Optional.of(Refusals.Reason.VANISHED);
            case Verdict.Refused r -> Optional.of(remembered(r.reason()));
        };
    }

    /** What is remembered of a refusal; words that are not of this vocabulary come from policies. */
    private static Refusals.Reason remembered(String word) {
        for (RefusalReason reason : values()) {
            if (reason.word.equals(word)) {
                return reason.remembered;
            }
        }
        return Refusals.Reason.POLICY;
    }
}
