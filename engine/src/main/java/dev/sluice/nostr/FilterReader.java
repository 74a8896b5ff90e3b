package dev.sluice.nostr;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads one filter. A null value puts no condition, as if the key were absent. */
final class FilterReader {

    private final JsonReader json;
    private @Nullable Set<EventId> ids;
    private @Nullable Set<PublicKey> authors;
    private @Nullable Set<Integer> kinds;
    private final SortedMap<Character, Set<String>> tags = new TreeMap<>();
    private OptionalLong since = OptionalLong.empty();
    private OptionalLong until = OptionalLong.empty();
    private OptionalInt limit = OptionalInt.empty();

    FilterReader(JsonReader json) {
        this.json = json;
    }

    Filter read() throws IOException {
        if (!json.hasNext() || json.peek() != JsonToken.BEGIN_OBJECT) {
            throw new Unreadable("invalid: filter is not an object");
        }
        json.beginObject();
        while (json.hasNext()) {
            String name = json.nextName();
            boolean isNull = json.peek() == JsonToken.NULL;
            if (isNull) {
                json.nextNull();
                forget(name);
            } else {
                field(name);
            }
        }
        json.endObject();
        return new Filter(ids, authors, kinds, tags, since, until, limit);
    }

    private void field(String name) throws IOException {
        switch (name) {
            case "ids" -> ids = OrderedSet.copyOf(list(name, this::id));
            case "authors" -> authors = OrderedSet.copyOf(list(name, this::author));
            case "kinds" -> kinds = OrderedSet.copyOf(list(name, this::kind));
            case "since" -> since = OptionalLong.of(integer(name));
            case "until" -> until = OptionalLong.of(integer(name));
            case "limit" -> limit = OptionalInt.of((int) Math.min(integer(name), Integer.MAX_VALUE));
            // to leave it out would answer with events that nobody searched for
            case "search" -> throw new Unreadable("unsupported: search");
            default -> tagOrUnknown(name);
        }
    }

    /** A null after a value of the same key: the last one wins. */
    private void forget(String name) {
        switch (name) {
            case "ids" -> ids = null;
            case "authors" -> authors = null;
            case "kinds" -> kinds = null;
            case "since" -> since = OptionalLong.empty();
            case "until" -> until = OptionalLong.empty();
            case "limit" -> limit = OptionalInt.empty();
            default -> {
                if (isTag(name)) {
                    tags.remove(name.charAt(1));
                }
            }
        }
    }

    private void tagOrUnknown(String name) throws IOException {
        if (!isTag(name)) {
            json.skipValue();
            return;
        }
        boolean hex = name.equals("#e") || name.equals("#p");
        tags.put(name.charAt(1), OrderedSet.copyOf(list(name, hex ? this::hex : this::string)));
    }

    private static boolean isTag(String name) {
        return name.length() == 2 && name.charAt(0) == '#' && Filter.isTagLetter(name.charAt(1));
    }

    private <T> List<T> list(String name, Element<T> element) throws IOException {
        if (json.peek() != JsonToken.BEGIN_ARRAY) {
            throw new Unreadable("invalid: " + name + " is not a list");
        }
        List<T> values = new ArrayList<>();
        json.beginArray();
        while (json.hasNext()) {
            values.add(element.read(name));
        }
        json.endArray();
        return values;
    }

    private EventId id(String name) throws IOException {
        return EventId.parse(hex(name));
    }

    private PublicKey author(String name) throws IOException {
        return PublicKey.parse(hex(name));
    }

    private Integer kind(String name) throws IOException {
        long kind = Json.plainInteger(json);
        if (kind < 0 || kind > Kind.MAX) {
            throw new Unreadable("invalid: " + name + " holds what is no kind");
        }
        return (int) kind;
    }

    private String hex(String name) throws IOException {
        String text = string(name);
        if (!Hex.isHex(text, 64)) {
            throw new Unreadable("invalid: " + name + " holds other than 64 lower-case hex digits");
        }
        return text;
    }

    private String string(String name) throws IOException {
        if (!Json.isString(json)) {
            throw new Unreadable("invalid: " + name + " holds other than strings");
        }
        String text = json.nextString();
        if (!Json.isWellFormed(text)) {
            throw new Unreadable("invalid: " + name + " holds a lone surrogate");
        }
        return text;
    }

    private long integer(String name) throws IOException {
        long value = Json.plainInteger(json);
        if (value == Json.NEGATIVE) {
            throw new Unreadable("invalid: " + name + " is negative");
        }
        if (value == Json.NOT_PLAIN) {
            throw new Unreadable("invalid: " + name + " is not a plain integer");
        }
        return value == Json.TOO_LARGE ? Long.MAX_VALUE : value;
    }

    /** Reads one element of the list under a key. */
    @FunctionalInterface
    private interface Element<T> {
        T read(String name) throws IOException;
    }
}
