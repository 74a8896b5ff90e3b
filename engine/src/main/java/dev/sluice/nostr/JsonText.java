package dev.sluice.nostr;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Writes JSON without white space and with the fewest escapes. */
final class JsonText {

    /** Room for keys, digits and hex of an event without its tags and content. */
    private static final int EVENT_FRAME = 400;

    /** The characters that some spelling escapes. */
    private static final boolean[] MARKED = marked();

    private JsonText() {}

    private static boolean[] marked() {
        boolean[] marked = new boolean[128];
        Arrays.fill(marked, 0, ' ', true);
        marked['"'] = true;
        marked['\\'] = true;
        marked['\u007f'] = true;
        return marked;
    }

    static int lengthOf(Event event) {
        int length = EVENT_FRAME + event.content().length() + event.content().length() / 8;
        for (List<String> tag : event.tags()) {
            for (String element : tag) {
                length += element.length() + 4;
            }
        }
        return length;
    }

    static void append(StringBuilder text, Event event) {
        text.append("{\"id\":\"").append(event.id().hex());
        text.append("\",\"pubkey\":\"").append(event.pubkey().hex());
        text.append("\",\"created_at\":").append(event.createdAt());
        text.append(",\"kind\":").append(event.kind());
        text.append(",\"tags\":");
        append(text, event.tags(), Spelling.ESCAPED);
        text.append(",\"content\":");
        append(text, event.content(), Spelling.ESCAPED);
        text.append(",\"sig\":\"").append(event.sig().hex()).append("\"}");
    }

    static void append(StringBuilder text, Filter filter) {
        text.append('{');
        int start = text.length();
        if (filter.ids() != null) {
            text.append("\"ids\":");
            appendQuoted(text, filter.ids());
            text.append(',');
        }
        if (filter.authors() != null) {
            text.append("\"authors\":");
            appendQuoted(text, filter.authors());
            text.append(',');
        }
        if (filter.kinds() != null) {
            text.append("\"kinds\":[");
            filter.kinds().forEach(kind -> text.append(kind.intValue()).append(','));
            close(text, ']').append(',');
        }
        filter.tags().forEach((letter, values) -> {
            text.append("\"#").append(letter.charValue()).append("\":");
            appendStrings(text, values, Spelling.ESCAPED);
            text.append(',');
        });
        filter.since()
                .ifPresent(since -> text.append("\"since\":").append(since).append(','));
        filter.until()
                .ifPresent(until -> text.append("\"until\":").append(until).append(','));
        filter.limit()
                .ifPresent(limit -> text.append("\"limit\":").append(limit).append(','));
        if (text.length() > start) {
            text.setLength(text.length() - 1);
        }
        text.append('}');
    }

    /** Values whose text needs no escapes. */
    private static void appendQuoted(StringBuilder text, Collection<?> values) {
        text.append('[');
        values.forEach(value -> text.append('"').append(value).append("\","));
        close(text, ']');
    }

    static void append(StringBuilder text, List<List<String>> tags, Spelling spelling) {
        text.append('[');
        for (List<String> tag : tags) {
            appendStrings(text, tag, spelling);
            text.append(',');
        }
        close(text, ']');
    }

    private static void appendStrings(StringBuilder text, Collection<String> strings, Spelling spelling) {
        text.append('[');
        for (String string : strings) {
            append(text, string, spelling);
            text.append(',');
        }
        close(text, ']');
    }

    /** Puts the bracket in place of the last comma, if there is one. */
    private static StringBuilder close(StringBuilder text, char bracket) {
        int last = text.length() - 1;
        if (text.charAt(last) == ',') {
            text.setCharAt(last, bracket);
            return text;
        }
        return text.append(bracket);
    }

    static void append(StringBuilder text, String string) {
        append(text, string, Spelling.ESCAPED);
    }

    /** Writes a string in quotes: runs of plain characters at once, escapes between them. */
    static void append(StringBuilder text, String string, Spelling spelling) {
        text.append('"');
        int start = 0;
        int length = string.length();
        for (int i = 0; i < length; i++) {
            char c = string.charAt(i);
            if (c >= MARKED.length || !MARKED[c]) {
                continue;
            }
            char escape = shortEscape(c);
            if (escape == 0 && !spelling.escapes(c)) {
                continue;
            }
            text.append(string, start, i).append('\\');
            start = i + 1;
            if (escape != 0) {
                text.append(escape);
            } else {
                text.append("u00").append(Hex.digit(c >>> 4)).append(Hex.digit(c));
            }
        }
        text.append(string, start, length).append('"');
    }

    /** The letter of the seven escapes of NIP-01, or 0. */
    private static char shortEscape(char c) {
        return switch (c) {
            case '\n' -> 'n';
            case '"' -> '"';
            case '\\' -> '\\';
            case '\r' -> 'r';
            case '\t' -> 't';
            case '\b' -> 'b';
            case '\f' -> 'f';
            default -> 0;
        };
    }
}
