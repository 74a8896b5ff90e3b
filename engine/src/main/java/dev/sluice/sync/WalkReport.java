package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;

/** How the history of one filter on one relay has ended. */
public record WalkReport(RelayUrl relay, Filter filter, WalkEnd end) {}
