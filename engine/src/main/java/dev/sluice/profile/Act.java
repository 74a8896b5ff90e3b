package dev.sluice.profile;

/**
 * One thing that a relay does on an occasion.
 *
 * @param text with {@code {n}} for the limit, {@code {s}} for what there was, {@code {id}} for the subscription's id,
 *     {@code {f}} for the field of the filter
 */
record Act(Kind kind, String text) {

    enum Kind {
        /** The refusal that fits the message: CLOSED, NEG-ERR or OK. */
        REFUSE,
        /** The same, the limit as an element of its own. */
        REFUSE_CAP,
        NOTICE,
        EOSE,
        /** A close frame; the text begins with its code. */
        END,
        /** The connection is cut. */
        CUT,
        SILENT
    }
}
