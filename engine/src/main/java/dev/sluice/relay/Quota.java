package dev.sluice.relay;

/** What is counted by the minute. */
enum Quota {
    /** Messages of all sorts but EVENT. */
    MESSAGES(Limit.MAX_MESSAGES_PER_MINUTE, Wording.TOO_MANY_MESSAGES),
    /** EVENT messages, so that whoever publishes too fast may still ask. */
    EVENTS(Limit.MAX_MESSAGES_PER_MINUTE, Wording.TOO_MANY_MESSAGES),
    QUERIES(Limit.MAX_QUERIES_PER_MINUTE, Wording.TOO_MANY_QUERIES),
    CONTINUATIONS(Limit.MAX_NEG_MESSAGES_PER_MINUTE, Wording.TOO_MANY_CONTINUATIONS),
    WRITES(Limit.MAX_WRITES_PER_MINUTE, Wording.TOO_MANY_WRITES);

    private final Limit limit;
    private final Wording wording;

    Quota(Limit limit, Wording wording) {
        this.limit = limit;
        this.wording = wording;
    }

    Limit limit() {
        return limit;
    }

    /** How its refusal is put. */
    Wording wording() {
        return wording;
    }
}
