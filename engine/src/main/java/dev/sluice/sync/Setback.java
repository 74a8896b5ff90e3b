package dev.sluice.sync;

import dev.sluice.session.Start;
import dev.sluice.session.Terminal;

/** Why work on a relay can't go on for now. */
sealed interface Setback {

    /** The relay gave something other than what was asked for. */
    record Failed(Terminal terminal) implements Setback {}

    /** Nothing could be sent. */
    record NotStarted(Start.NotStarted why) implements Setback {}
}
