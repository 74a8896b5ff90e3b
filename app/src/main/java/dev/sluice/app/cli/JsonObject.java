package dev.sluice.app.cli;

import java.util.List;
import java.util.Map;

/** A JSON object on one line, written field by field in a fixed order. */
final class JsonObject {

    private final StringBuilder fields = new StringBuilder();

    JsonObject put(String name, long value) {
        return raw(name, Long.toString(value));
    }

    JsonObject put(String name, double value) {
        return raw(name, Double.isFinite(value) ? Double.toString(value) : "null");
    }

    JsonObject put(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    JsonObject put(String name, String value) {
        return raw(name, quoted(value));
    }

    JsonObject put(String name, JsonObject value) {
        return raw(name, value.toString());
    }

    JsonObject put(String name, List<JsonObject> values) {
        return raw(
                name,
                "[" + String.join(",", values.stream().map(JsonObject::toString).toList()) + "]");
    }

    /** A list of texts. */
    JsonObject texts(String name, List<String> values) {
        return raw(
                name,
                "[" + String.join(",", values.stream().map(JsonObject::quoted).toList()) + "]");
    }

    /** Numbers by name. */
    JsonObject put(String name, Map<String, Long> numbers) {
        JsonObject inner = new JsonObject();
        numbers.forEach(inner::put);
        return put(name, inner);
    }

    /** A field whose value is JSON already. */
    JsonObject raw(String name, String json) {
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

    private static String quoted(String text) {
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
