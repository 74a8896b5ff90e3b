package dev.sluice.planted.budget;

import dev.sluice.planted.session.Downward;

/** Imports against the arrow, and so closes a circle. */
public record Upward(Downward session) {}
