package dev.sluice.plan;

/** How urgent a demand is: in this order live coverage is admitted (DESIGN 5). */
public enum Tier {
    /** Live whole or not at all, never demoted: announcements, states, canonical references, every watch of a mirror. */
    ESSENTIAL,
    /** Whatever names a root in {@code E}. */
    ROOT,
    /** Whatever names a repository in {@code A}, or a repository or root in {@code q}. */
    CORE,
    /** Whatever names a direct descendant in {@code e} or {@code a}. */
    DESCENDANT,
    /** Whatever names a direct descendant in {@code q}. */
    DESCENDANT_QUOTE,
    /** Never live and never rotated: what names a direct descendant in {@code E} or {@code A}. */
    HISTORY;

    /** Whether it is live where it fits, and rotates where it does not. */
    public boolean isReference() {
        return this != ESSENTIAL && this != HISTORY;
    }
}
