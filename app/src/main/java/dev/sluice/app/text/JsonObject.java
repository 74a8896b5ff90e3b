package dev.sluice.app.text;

import java.util.List;
import java.util.Map;

/** A JSON object on one line, written field by field in a fixed order. */
public final class JsonObject {

    private final StringBuilder fields = new StringBuilder();

    public JsonObject put(String name, long value) {
        return raw(name, Long.toString(value));
    }

    public JsonObject put(String name, double value) {
        return raw(name, Double.isFinite(value) ? Double.toString(value) : "null");
    }

    public JsonObject put(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    public JsonObject put(String name, String value) {
        return raw(name, quoted(value));
    }

    public JsonObject put(String name, JsonObject value) {
        return raw(name, value.toString());
    }

    public JsonObject put(String name, List<JsonObject> values) {
        return raw(
                name,
                "[" + String.join(",", values.stream().map(JsonObject::toString).toList()) + "]");
    }

    /** A list of texts. */
    public JsonObject texts(String name, List<String> values) {
        return raw(
                name,
                "[" + String.join(",", values.stream().map(JsonObject::quoted).toList()) + "]");
    }

    /** Numbers by name. */
    public JsonObject put(String name, Map<String, Long> numbers) {
        JsonObject inner = new JsonObject();
        numbers.forEach(inner::put);
        return put(name, inner);
    }

    /** A field whose value is JSON already. */
    public JsonObject raw(String name, String json) {
        if (!fields.isEmpty()) {
            fields.append(',');
        }
        fields.append(quoted(name)).append(':').append(json);
        return this;
    }

    @Override
    public String toString() {
        return "{" + fields + "}";
    }

    /** A text as a JSON string. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < 0x20) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
