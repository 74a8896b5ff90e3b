package dev.sluice.intake;

import dev.sluice.nostr.Event;

/** An event on a lane. */
record Queued(Claim claim, Event event, int weight) {}
