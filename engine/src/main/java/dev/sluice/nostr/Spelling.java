package dev.sluice.nostr;

/** How characters beyond the seven escapes of NIP-01 are written inside a JSON string. */
enum Spelling {
    /** By the text of NIP-01: verbatim. Not JSON when there are other control characters. */
    VERBATIM,
    /** Control characters below 0x20 as four hex digits: plain JSON, and what most libraries hash. */
    ESCAPED,
    /** DEL by four hex digits too, as tao::json writes it. */
    ESCAPED_WITH_DEL;

    boolean escapes(char c) {
        return switch (this) {
            case VERBATIM -> false;
            case ESCAPED -> c < ' ';
            case ESCAPED_WITH_DEL -> c < ' ' || c == '\u007f';
        };
    }
}
