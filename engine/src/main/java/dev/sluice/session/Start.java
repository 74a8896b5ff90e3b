package dev.sluice.session;

import java.time.Duration;

/** Whether a request has left. */
public sealed interface Start {

    record Started(Request request) implements Start {}

    /** Nothing was sent and no slot is held. */
    sealed interface NotStarted extends Start {}

    /** The relay has earned a pause that lasts so long yet. */
    record Paused(Duration left) implements NotStarted {}

    /** The budget has no room for it at all. */
    record OverBudget() implements NotStarted {}

    /** The connection is over. */
    record Over() implements NotStarted {}
}
