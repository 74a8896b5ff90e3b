package dev.sluice.session;

/** Whether the opening of a negentropy session has left. */
public sealed interface Opening {

    record Opened(Reconciliation session) implements Opening {}

    /** Nothing was sent and no slot is held. */
    record NotOpened(Start.NotStarted why) implements Opening {}
}
