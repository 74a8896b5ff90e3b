package dev.sluice.nostr;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A JSON text being read, and what is known so far of the message that it holds. */
final class Input {

    final JsonReader json;
    String label = "";
    String subject = "";

    Input(String text) {
        this.json = Json.reader(text);
    }

    /** Opens the array of a frame and reads its label. */
    String beginFrame() throws IOException {
        if (json.peek() != JsonToken.BEGIN_ARRAY) {
            throw new Unreadable("invalid: not a JSON array");
        }
        json.beginArray();
        if (!isString()) {
            throw new Unreadable("invalid: label is missing");
        }
        label = json.nextString();
        return label;
    }

    /** Closes the array of a frame, whatever else it holds. */
    void endFrame() throws IOException {
        while (json.hasNext()) {
            json.skipValue();
        }
        json.endArray();
    }

    /** Nothing but white space may follow. */
    void end() throws IOException {
        if (json.peek() != JsonToken.END_DOCUMENT) {
            throw new Unreadable(Codec.NOT_JSON);
        }
    }

    /** Whether the next value is a string. */
    boolean isString() throws IOException {
        return json.hasNext() && Json.isString(json);
    }

    /** Whether the next value is an object. */
    boolean isObject() throws IOException {
        return json.hasNext() && json.peek() == JsonToken.BEGIN_OBJECT;
    }

    /** The next value if it is a string, else "" and the value stays. */
    String stringOrEmpty() throws IOException {
        return isString() ? json.nextString() : "";
    }

    /** All strings that are left in the frame, whatever stands between them. */
    List<String> strings() throws IOException {
        List<String> strings = new ArrayList<>(2);
        while (json.hasNext()) {
            if (Json.isString(json)) {
                strings.add(json.nextString());
            } else {
                json.skipValue();
            }
        }
        return strings;
    }

    /** The message is of no known label; its second element may still say what it speaks of. */
    Unreadable unknownLabel() throws IOException {
        subject = stringOrEmpty();
        return new Unreadable("invalid: unknown label");
    }
}
