package dev.sluice.session;

import dev.sluice.budget.Slot;

/** The answer to asking for a slot and a turn. */
public sealed interface Turn {

    /** A slot with its turn: what is left is to send. Close it if nothing is sent. */
    record Ready(Slot slot) implements Turn {}

    record NotNow(Start.NotStarted why) implements Turn {}
}
