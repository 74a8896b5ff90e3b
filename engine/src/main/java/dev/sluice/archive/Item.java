package dev.sluice.archive;

import dev.sluice.nostr.EventId;

/** What negentropy knows of an event. */
public record Item(long createdAt, EventId id) {}
