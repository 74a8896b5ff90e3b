package dev.sluice.profile;

/** What a relay may have something to say to: a limit that is passed, or a message that it takes in its own way. */
public enum Occasion {
    /** Bytes of one message. */
    MESSAGE_BYTES,
    /** Messages in a time. */
    MESSAGES,
    /** REQs, COUNTs and NEG-OPENs in a time. */
    QUERIES,
    /** Filters in a time, whatever REQs hold them. */
    FILTER_TOKENS,
    /** Filters in one REQ. */
    FILTERS,
    /** REQs open on a connection. */
    SUBSCRIPTIONS,
    /** Bytes of all REQs open on a connection. */
    RETAINED_BYTES,
    /** Ids in a filter. */
    IDS,
    /** Ids in a filter without a limit of its own. */
    BARE_IDS,
    /** Bytes of one array of a filter, hex decoded. */
    SET_BYTES,
    /** Bytes of one value. */
    VALUE_BYTES,
    /** Tag letters in a filter. */
    TAG_KEYS,
    /** Kinds in a filter. */
    KINDS,
    /** Tag letters and kinds of a filter together, when there are three letters or more. */
    CONDITIONS,
    /** The limit of a filter, where a higher one is refused. */
    LIMIT,
    /** Stored events for a filter that asks for no number. */
    DEFAULT_LIMIT,
    /** Stored events for any filter, however many it asks for. */
    MAX_LIMIT,
    /** Stored events for all filters of a REQ together. */
    RESULTS,
    /** Ids, authors, kinds and tag values of a filter by weight, twice that without since or until. */
    COST,
    /** Stored events that a filter with a tag matches. */
    ROWS,
    /** A filter that selects too little; the number is the most that such a filter may ask for. */
    SCRAPER,
    /** A REQ that is open already with the same filters. */
    DUPLICATE,
    /** A NEG message on a relay without negentropy. */
    NEG,
    /** A NEG filter that passes a limit of filters, on a relay that has words of its own for that. */
    NEG_FILTER,
    /** NEG sessions open on a connection. */
    NEG_SESSIONS,
    /** Items of a NEG session, or of all on a connection. */
    NEG_ITEMS,
    /** Seconds after which a NEG session is forgotten. */
    NEG_IDLE,
    /** A CLOSE. */
    CLOSE,
    /** A CLOSE for what is not open. */
    UNKNOWN_CLOSE,
    /** Seconds without any subscription. */
    IDLE,
    /** Hundredths of faults. */
    PUNISHMENT
}
