package dev.sluice.intake;

import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Verification;

/** The verdicts on events that do not verify. */
final class Faults {

    private Faults() {}

    static Verdict refusal(Verification.Fault fault) {
        return switch (fault) {
            case ID -> RefusalReason.INVALID.because("the id is not the hash of the event");
            case SIGNATURE -> RefusalReason.INVALID.because("the signature is wrong");
        };
    }
}
