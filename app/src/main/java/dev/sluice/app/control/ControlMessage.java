package dev.sluice.app.control;

import dev.sluice.app.config.ConfigurationException;
import dev.sluice.app.config.JsonStream;
import dev.sluice.app.text.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A line of the control socket: a JSON array of a label, texts, and at most one object, which comes last.
 *
 * @param object as JSON text; "" where there is none
 */
public record ControlMessage(String label, List<String> texts, String object) {

    public ControlMessage {
        texts = List.copyOf(texts);
    }

    /** A message without an object. */
    public static ControlMessage of(String label, String... texts) {
        return new ControlMessage(label, List.of(texts), "");
    }

    /** Reads a line; empty when it is no such array. */
    public static Optional<ControlMessage> parse(String line) {
        JsonStream json = stream(line);
        try {
            json.expect('[');
            String label = json.string();
            List<String> texts = new ArrayList<>();
            String object = "";
            while (object.isEmpty() && json.take(',')) {
                if (json.comes('{')) {
                    object = json.object();
                } else {
                    texts.add(json.string());
                }
            }
            json.expect(']');
            json.expectEnd();
            return Optional.of(new ControlMessage(label, texts, object));
        } catch (ConfigurationException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("memory can be read", e);
        }
    }

    /** The label of a line that may be any message; "" when it has none. */
    static String label(String line) {
        JsonStream json = stream(line);
        try {
            json.expect('[');
            return json.string();
        } catch (ConfigurationException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException("memory can be read", e);
        }
    }

    private static JsonStream stream(String line) {
        return new JsonStream("message", new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)));
    }

    /** One of the texts; "" when there are fewer. */
    public String text(int index) {
        return index < texts.size() ? texts.get(index) : "";
    }

    /** The line. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder("[").append(JsonObject.quoted(label));
        texts.forEach(text -> line.append(',').append(JsonObject.quoted(text)));
        if (!object.isEmpty()) {
            line.append(',').append(object);
        }
        return line.append(']').toString();
    }
}
