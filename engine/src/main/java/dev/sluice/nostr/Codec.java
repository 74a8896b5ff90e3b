package dev.sluice.nostr;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Between JSON and values. Decoding never throws: what can't be understood is a {@link Decoded.Malformed} whose reason
 * begins with the prefix of NIP-01 ({@code invalid:} or {@code unsupported:}), so that a relay can answer with it as it
 * is. Frames are read with patience (extra elements, white space, wrong shapes known from relays), events strictly.
 * Encoding is deterministic: equal values give equal text.
 */
public final class Codec {

    static final String NOT_JSON = "invalid: not JSON";

    private Codec() {}

    /** Reads what a client says. The subject of an EVENT or AUTH is the event's id, else it is the subscription id. */
    public static Decoded<ClientMessage> clientMessage(String json) {
        return decode(json, ClientMessageReader::read);
    }

    /** Reads what a relay says. The subject of an OK is the event's id, else it is the subscription id. */
    public static Decoded<RelayMessage> relayMessage(String json) {
        return relayMessage(json, json.getBytes(StandardCharsets.UTF_8));
    }

    /** The same for a caller that has the text's UTF-8 form as well. */
    public static Decoded<RelayMessage> relayMessage(String json, byte[] utf8) {
        RelayMessage plain = PlainReader.delivery(json, utf8);
        return plain != null ? new Decoded.Message<>(plain) : decode(json, RelayMessageReader::read);
    }

    /** Reads one event. The subject is its id, as far as it could be read. */
    public static Decoded<Event> event(String json) {
        Event plain = PlainReader.event(json);
        return plain != null ? new Decoded.Message<>(plain) : patiently(json);
    }

    /** Reads one filter. The subject is the place in it that could not be read, as a JSON path. */
    public static Decoded<Filter> filter(String json) {
        return decode(json, Codec::filter);
    }

    /** Writes what a client says. */
    public static String encode(ClientMessage message) {
        return MessageWriter.write(message);
    }

    /** Writes what a relay says. */
    public static String encode(RelayMessage message) {
        return MessageWriter.write(message);
    }

    /** Writes an event on one line: the form of exports, and the one that is stored and served. */
    public static String encode(Event event) {
        JsonText json = new JsonText(EventJson.lengthOf(event));
        EventJson.write(json, event);
        return json.toString();
    }

    /** Writes a filter in its canonical form: keys in a fixed order, values sorted. */
    public static String encode(Filter filter) {
        JsonText json = new JsonText(256);
        FilterJson.write(json, filter);
        return json.toString();
    }

    /** Writes the tags of an event, as they stand in it. */
    public static String encodeTags(List<List<String>> tags) {
        return new JsonText(256).tags(tags, Spelling.ESCAPED).toString();
    }

    /** The EVENT frame that serves an event which is encoded already. */
    public static String delivery(SubscriptionId id, String eventJson) {
        return "[\"EVENT\"," + new JsonText(80).string(id.value()) + "," + eventJson + "]";
    }

    /** Reads an event in any spelling. */
    static Decoded<Event> patiently(String json) {
        return decode(json, Codec::event);
    }

    private static Event event(Input input) throws IOException {
        EventReader reader = new EventReader(input.json);
        try {
            return reader.read();
        } finally {
            input.subject = reader.id();
        }
    }

    private static Filter filter(Input input) throws IOException {
        try {
            return new FilterReader(input.json).read();
        } finally {
            input.subject = input.json.getPath();
        }
    }

    static <T> Decoded<T> decode(String json, Reading<T> reading) {
        Input input = new Input(json);
        try {
            T value = reading.read(input);
            input.end();
            return new Decoded.Message<>(value);
        } catch (Unreadable e) {
            return new Decoded.Malformed<>(input.label, input.subject, e.reason());
        } catch (IOException | IllegalStateException e) {
            return new Decoded.Malformed<>(input.label, input.subject, NOT_JSON);
        }
    }

    /** How a value is read. */
    @FunctionalInterface
    interface Reading<T> {
        T read(Input input) throws IOException;
    }
}
