package dev.sluice.nostr;

/** Writes a filter in its canonical form: keys in a fixed order, values as the filter orders them. */
final class FilterJson {

    private FilterJson() {}

    static void write(JsonText json, Filter filter) {
        json.plain('{');
        if (filter.ids() != null) {
            json.plain("\"ids\":[");
            filter.ids().forEach(id -> json.quoted(id).plain(','));
            json.close(']').plain(',');
        }
        if (filter.authors() != null) {
            json.plain("\"authors\":[");
            filter.authors().forEach(author -> json.quoted(author).plain(','));
            json.close(']').plain(',');
        }
        if (filter.kinds() != null) {
            json.plain("\"kinds\":[");
            filter.kinds().forEach(kind -> json.number(kind).plain(','));
            json.close(']').plain(',');
        }
        filter.tags().forEach((letter, values) -> {
            json.plain("\"#").plain(letter).plain("\":");
            json.strings(values, Spelling.ESCAPED).plain(',');
        });
        filter.since().ifPresent(since -> json.plain("\"since\":").number(since).plain(','));
        filter.until().ifPresent(until -> json.plain("\"until\":").number(until).plain(','));
        filter.limit().ifPresent(limit -> json.plain("\"limit\":").number(limit).plain(','));
        json.close('}');
    }
}
