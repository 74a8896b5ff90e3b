package dev.sluice.session;

import org.jspecify.annotations.Nullable;

/** What it takes to end a request of ours. */
enum Closing {
    /** Nothing: it was closed before. */
    DONE,
    /** Nothing is sent: the relay has ended it. */
    RELEASE,
    SEND,
    /** The relay may still be at work on it: its slot rests. */
    SEND_AND_REST;

    static Closing of(@Nullable Terminal terminal, boolean closedByRelay) {
        if (closedByRelay || terminal instanceof Terminal.Gone) {
            return RELEASE;
        }
        boolean ended = terminal instanceof Terminal.Eose || terminal instanceof Terminal.Refused;
        return ended ? SEND : SEND_AND_REST;
    }
}
