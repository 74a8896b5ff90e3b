package dev.sluice.nostr;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one event. A wrong value is remembered and reading goes on, so that the id is known wherever it stands; of
 * duplicate keys the last one wins, a wrong one too.
 */
final class EventReader {

    private static final int ID = 0;
    private static final int PUBKEY = 1;
    private static final int CREATED_AT = 2;
    private static final int KIND = 3;
    private static final int TAGS = 4;
    private static final int CONTENT = 5;
    private static final int SIG = 6;
    private static final String[] MISSING = {
        "invalid: id is missing",
        "invalid: pubkey is missing",
        "invalid: created_at is missing",
        "invalid: kind is missing",
        "invalid: tags are missing",
        "invalid: content is missing",
        "invalid: sig is missing"
    };

    private final JsonReader json;
    private final @Nullable String[] faults = Arrays.copyOf(MISSING, MISSING.length);
    private String id = "";
    private String pubkey = "";
    private long createdAt;
    private int kind;
    private List<List<String>> tags = List.of();
    private String content = "";
    private String sig = "";

    EventReader(JsonReader json) {
        this.json = json;
    }

    /** The id as it was spelled, "" as long as there was none. */
    String id() {
        return id;
    }

    /** Reads the object to its end and makes an event of it. */
    Event read() throws IOException {
        if (!json.hasNext() || json.peek() != JsonToken.BEGIN_OBJECT) {
            throw new Unreadable("invalid: event is not an object");
        }
        json.beginObject();
        while (json.hasNext()) {
            field(json.nextName());
        }
        json.endObject();
        for (String fault : faults) {
            if (fault != null) {
                throw new Unreadable(fault);
            }
        }
        return new Event(
                EventId.parse(id), PublicKey.parse(pubkey), createdAt, kind, tags, content, Signature.parse(sig));
    }

    private void field(String name) throws IOException {
        switch (name) {
            case "id" -> id = hex(ID, 64, "invalid: id is not 64 lower-case hex digits");
            case "pubkey" -> pubkey = hex(PUBKEY, 64, "invalid: pubkey is not 64 lower-case hex digits");
            case "created_at" -> createdAt();
            case "kind" -> kind();
            case "tags" -> tags();
            case "content" -> content();
            case "sig" -> sig = hex(SIG, 128, "invalid: sig is not 128 lower-case hex digits");
            default -> json.skipValue();
        }
    }

    private String hex(int field, int length, String fault) throws IOException {
        if (!Json.isString(json)) {
            json.skipValue();
            faults[field] = fault;
            return "";
        }
        String text = json.nextString();
        faults[field] = Hex.isHex(text, length) ? null : fault;
        return text;
    }

    private void createdAt() throws IOException {
        createdAt = Json.plainInteger(json);
        faults[CREATED_AT] = createdAt == Json.TOO_LARGE
                ? "invalid: created_at is above 2^63-1"
                : createdAt < 0 ? "invalid: created_at is not a plain integer" : null;
    }

    private void kind() throws IOException {
        long value = Json.plainInteger(json);
        kind = (int) value;
        faults[KIND] = value > Kind.MAX || value == Json.TOO_LARGE
                ? "invalid: kind is above 65535"
                : value < 0 ? "invalid: kind is not a plain integer" : null;
    }

    private void content() throws IOException {
        if (!Json.isString(json)) {
            json.skipValue();
            faults[CONTENT] = "invalid: content is not a string";
            return;
        }
        content = json.nextString();
        faults[CONTENT] = Json.isWellFormed(content) ? null : "invalid: content holds a lone surrogate";
    }

    private void tags() throws IOException {
        if (json.peek() != JsonToken.BEGIN_ARRAY) {
            json.skipValue();
            faults[TAGS] = "invalid: tags are not a list";
            return;
        }
        faults[TAGS] = null;
        List<List<String>> read = new ArrayList<>();
        List<String> elements = new ArrayList<>();
        json.beginArray();
        while (json.hasNext()) {
            read.add(tag(elements));
        }
        json.endArray();
        tags = List.copyOf(read);
    }

    private List<String> tag(List<String> elements) throws IOException {
        if (json.peek() != JsonToken.BEGIN_ARRAY) {
            json.skipValue();
            faults[TAGS] = "invalid: a tag is not a list";
            return List.of();
        }
        elements.clear();
        json.beginArray();
        while (json.hasNext()) {
            element(elements);
        }
        json.endArray();
        return List.copyOf(elements);
    }

    private void element(List<String> elements) throws IOException {
        JsonToken token = json.peek();
        if (token != JsonToken.STRING) {
            json.skipValue();
            faults[TAGS] = faultOf(token);
            return;
        }
        String element = json.nextString();
        if (!Json.isWellFormed(element)) {
            faults[TAGS] = "invalid: a tag holds a lone surrogate";
        }
        elements.add(element);
    }

    private static String faultOf(JsonToken token) {
        if (token == JsonToken.NULL) {
            return "invalid: a tag holds null";
        }
        return token == JsonToken.NUMBER ? "invalid: a tag holds a number" : "invalid: a tag holds more than strings";
    }
}
