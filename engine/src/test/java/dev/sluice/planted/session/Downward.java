package dev.sluice.planted.session;

import dev.sluice.planted.budget.Upward;

/** Imports along the arrow. */
public record Downward(Upward budget) {}
