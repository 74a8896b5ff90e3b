package dev.sluice.intake;

/** What became of an event that a relay delivered for a request. */
public enum Delivery {
    /** Counted and queued. */
    QUEUED,
    /** It meets none of the request's filters: counted apart, not queued. */
    UNMATCHED,
    /** More than the request's limits allow: counted apart, not queued. */
    EXCESS,
    /** The request has ended: counted apart, not queued. */
    LATE,
    /** The lane has no room just now: not counted, not queued. */
    FULL
}
