package dev.sluice.profile;

/** What a relay does in its own way without a word. */
public enum Habit {
    /** A filter without a limit is answered with the oldest events, oldest first. */
    OLDEST_FIRST,
    /** Filters are answered one after the other. */
    ONE_BY_ONE,
    /** An event is sent once for each filter that it matches. */
    REPEATS,
    /** A limit of 0 counts as none. */
    ZERO_IS_NONE,
    /** A REQ whose filters all have a limit of 0 gets no EOSE. */
    ZERO_IS_SILENT,
    /** A limit above the largest counts as none. */
    TOO_HIGH_IS_NONE,
    /** The limit of the first filter holds for all filters together. */
    FIRST_LIMIT,
    /** One event more is sent than a filter asks for. */
    ONE_MORE,
    /** Subscriptions are counted when their stored events have been sent. */
    COUNTS_AFTER_EOSE,
    /** Above the limit of subscriptions the oldest one is dropped. */
    EVICTS,
    /** A subscription may not even be replaced at the limit. */
    NO_REPLACING,
    /** The items of all NEG sessions count together. */
    NEG_ITEMS_TOGETHER,
    /** When every id that a REQ asks for was found, the subscription is closed after the EOSE. */
    FOUND_CLOSES,
    /** The same, and there is no EOSE. */
    FOUND_CLOSES_ONLY
}
