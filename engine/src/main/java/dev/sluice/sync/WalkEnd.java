package dev.sluice.sync;

/** Why a walk through a relay's history has ended. */
public enum WalkEnd {
    /** There is nothing older. The only end that confirms coverage. */
    DRAINED,
    /** One second holds more than the relay tells of it, and splitting did not help. */
    DENSE_SECOND,
    /** The relay answers the same page whatever window is asked. */
    IGNORES_UNTIL,
    /** The relay answers the filter with nothing, and that can't be taken for the truth (decision 0008). */
    UNANSWERED,
    /** The relay refused the filter or broke the answer off. */
    CLOSED,
    /** The relay wants to know who asks. */
    AUTH,
    /** The relay did not answer in time. */
    IDLE,
    /** The relay asked for a pause that is not over. */
    PAUSED,
    /** No connection could be made. */
    UNREACHABLE;

    /** Whether everything the relay holds for the walk's stretch has been delivered. */
    public boolean confirms() {
        return this == DRAINED;
    }
}
