package dev.sluice.sync;

import java.util.OptionalLong;

/**
 * A page that came oldest first. Either the relay only sorts that way, or it answers its oldest events and newer ones were
 * cut: then everything up to the walk's upper end is fetched by {@code since} before the walk goes on below the page.
 */
final class Ascent {
    private final Page lowest;
    private final OptionalLong upper;
    private final Front front = new Front(Front.Direction.NEWER, OptionalLong.empty(), true);

    // mutable state
    private boolean moved;

    Ascent(Page lowest, OptionalLong upper) {
        this.lowest = lowest;
        this.upper = upper;
        front.follow(lowest.matched());
    }

    Page lowest() {
        return lowest;
    }

    OptionalLong upper() {
        return upper;
    }

    Front front() {
        return front;
    }

    /** Whether newer events came, which shows that the relay answers its oldest ones. */
    boolean hasMoved() {
        return moved;
    }

    void follow(Page page) {
        front.follow(page.matched());
        moved = true;
    }

    void stepOver() {
        moved = true;
        front.stepOver();
    }
}
