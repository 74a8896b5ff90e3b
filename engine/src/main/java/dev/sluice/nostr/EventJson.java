package dev.sluice.nostr;

import java.util.List;

/**
 * The JSON of one event, written from its parts in the order of the methods: for those who hold events in a form of their
 * own and need not make an {@link Event} to serve it. {@link Codec#encode(Event)} gives the same text.
 */
public final class EventJson {

    /** Keys, digits and hex of an event without its tags and content. */
    private static final int FRAME = 400;

    private final JsonText json;

    private EventJson(JsonText json) {
        this.json = json;
    }

    /**
     * Begins an event; what follows is its tags.
     *
     * @param capacity bytes that tags and content will about take
     */
    public static EventJson begin(int capacity, EventId id, PublicKey pubkey, long createdAt, int kind) {
        return begin(new JsonText(FRAME + capacity), id, pubkey, createdAt, kind);
    }

    private static EventJson begin(JsonText json, EventId id, PublicKey pubkey, long createdAt, int kind) {
        json.plain("{\"id\":").quoted(id);
        json.plain(",\"pubkey\":").quoted(pubkey);
        json.plain(",\"created_at\":").number(createdAt);
        json.plain(",\"kind\":").number(kind);
        json.plain(",\"tags\":[");
        return new EventJson(json);
    }

    /** Begins a tag. */
    public void tag() {
        json.plain('[');
    }

    /** One element of a tag, or the content: UTF-8. */
    public void text(byte[] utf8, int from, int to) {
        json.string(utf8, from, to, Spelling.ESCAPED).plain(',');
    }

    /** One element of a tag, or the content: bytes that stand for twice as many hex digits. */
    public void hex(byte[] bytes, int from, int to) {
        json.quotedHex(bytes, from, to).plain(',');
    }

    /** Ends a tag. */
    public void endTag() {
        json.close(']').plain(',');
    }

    /** Ends the tags; what follows is the content. */
    public void endTags() {
        json.close(']').plain(",\"content\":");
    }

    /** Ends the event after its content. */
    public String end(Signature sig) {
        json.plain("\"sig\":").quoted(sig).plain('}');
        return json.toString();
    }

    /** Writes an event as an element of what is being written. */
    static void write(JsonText json, Event event) {
        EventJson text = begin(json, event.id(), event.pubkey(), event.createdAt(), event.kind());
        for (List<String> tag : event.tags()) {
            json.strings(tag, Spelling.ESCAPED).plain(',');
        }
        text.endTags();
        json.string(event.content(), Spelling.ESCAPED);
        json.plain(",\"sig\":").quoted(event.sig()).plain('}');
    }

    /** About how many bytes an event takes. */
    static int lengthOf(Event event) {
        int length = FRAME + event.content().length() + event.content().length() / 8;
        for (List<String> tag : event.tags()) {
            for (String element : tag) {
                length += element.length() + 4;
            }
        }
        return length;
    }
}
