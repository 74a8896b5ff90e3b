package dev.sluice.archive;

/** The two orders of a scan. */
public enum Order {
    /** Newest first, equal seconds by lowest id: how relays answer. */
    NEWEST_FIRST,
    /** Oldest first, equal seconds by lowest id: the order of negentropy and of exports. */
    OLDEST_FIRST
}
