package dev.sluice.session;

import dev.sluice.nostr.EventId;

/** What paging needs to know of one delivered event. */
public record Arrival(long createdAt, EventId id) {}
