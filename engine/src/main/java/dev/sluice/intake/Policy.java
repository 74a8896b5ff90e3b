package dev.sluice.intake;

import dev.sluice.archive.Guard;

/** Which verified events are kept and passed on. Runs on the archive's writer thread, in commit order. */
public interface Policy extends Guard {

    /**
     * A number that stands for what the policy refuses: equal policies have equal generations, in every process. Refusals
     * that carry another generation are void.
     */
    long generation();
}
