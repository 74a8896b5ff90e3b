package dev.sluice.nostr;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.sluice.nostr.RelayMessage.Hint;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** Reads what a relay says, with the wrong shapes that relays are known to send. */
final class RelayMessageReader {

    private final Input input;
    private final JsonReader json;

    private RelayMessageReader(Input input) {
        this.input = input;
        this.json = input.json;
    }

    static RelayMessage read(Input input) throws IOException {
        RelayMessage message = new RelayMessageReader(input).message(input.beginFrame());
        input.endFrame();
        return message;
    }

    private RelayMessage message(String label) throws IOException {
        return switch (label) {
            case "EVENT" -> new RelayMessage.Delivery(id(), new EventReader(json).read());
            case "EOSE" -> eose();
            case "CLOSED" -> closed();
            case "NOTICE" -> notice();
            case "OK" -> ok();
            case "AUTH" -> challenge();
            case "COUNT" -> new RelayMessage.Counted(id(), count());
            case "NEG-MSG" -> new RelayMessage.NegMsg(id(), Hex.payload(input.stringOrEmpty()));
            case "NEG-ERR" -> negErr();
            default -> throw input.unknownLabel();
        };
    }

    private SubscriptionId id() throws IOException {
        input.subject = input.stringOrEmpty();
        return new SubscriptionId(input.subject);
    }

    /** One relay leaves the id out; anything else in its place could be taken for that, and end what has not ended. */
    private RelayMessage eose() throws IOException {
        boolean other = json.hasNext() && json.peek() != JsonToken.STRING && json.peek() != JsonToken.NULL;
        if (other) {
            throw new Unreadable("invalid: subscription id is not a string");
        }
        return new RelayMessage.Eose(id(), hint());
    }

    private RelayMessage closed() throws IOException {
        Ending ending = Ending.of(input.strings());
        return new RelayMessage.Closed(ending.id, ending.text);
    }

    /** The cap stands behind the text, as a number. */
    private RelayMessage negErr() throws IOException {
        String first = input.stringOrEmpty();
        boolean both = input.isString();
        Ending ending = Ending.of(both ? List.of(first, json.nextString()) : List.of(first));
        OptionalLong cap = OptionalLong.empty();
        while (json.hasNext() && cap.isEmpty()) {
            long value = Json.plainInteger(json);
            cap = value < 0 ? cap : OptionalLong.of(value);
        }
        return new RelayMessage.NegErr(ending.id, ending.text, cap);
    }

    /** One relay puts the subscription id before its words, so the last string is the text. */
    private RelayMessage notice() throws IOException {
        List<String> strings = input.strings();
        if (strings.isEmpty()) {
            throw new Unreadable("invalid: NOTICE without text");
        }
        return new RelayMessage.Notice(strings.get(strings.size() - 1));
    }

    private RelayMessage ok() throws IOException {
        String id = input.stringOrEmpty();
        input.subject = id;
        boolean accepted = false;
        String text = "";
        while (json.hasNext()) {
            switch (json.peek()) {
                case BOOLEAN -> accepted = json.nextBoolean();
                case STRING -> text = json.nextString();
                default -> json.skipValue();
            }
        }
        return new RelayMessage.Ok(id, accepted, text);
    }

    private RelayMessage challenge() throws IOException {
        if (!input.isString()) {
            throw new Unreadable("invalid: AUTH without challenge");
        }
        return new RelayMessage.Challenge(json.nextString());
    }

    private long count() throws IOException {
        long count = Json.NOT_PLAIN;
        if (input.isObject()) {
            json.beginObject();
            while (json.hasNext()) {
                boolean named = json.nextName().equals("count");
                long value = Json.plainInteger(json);
                count = named ? value : count;
            }
            json.endObject();
        }
        if (count == Json.TOO_LARGE) {
            return Long.MAX_VALUE;
        }
        if (count < 0) {
            throw new Unreadable("invalid: COUNT without a number");
        }
        return count;
    }

    /** The hint stands in a list (NIP-67), or bare, or as key or value of an object. "More" is the careful answer. */
    private Hint hint() throws IOException {
        if (!json.hasNext()) {
            return Hint.NONE;
        }
        return switch (json.peek()) {
            case STRING -> hintOf(json.nextString());
            case BEGIN_ARRAY -> hintInList();
            case BEGIN_OBJECT -> hintInObject();
            default -> Hint.NONE;
        };
    }

    private Hint hintInList() throws IOException {
        Hint found = Hint.NONE;
        json.beginArray();
        for (String word : input.strings()) {
            found = stronger(found, hintOf(word));
        }
        json.endArray();
        return found;
    }

    private Hint hintInObject() throws IOException {
        Hint found = Hint.NONE;
        json.beginObject();
        while (json.hasNext()) {
            Hint key = hintOf(json.nextName());
            found = stronger(found, hintOfValue(key));
        }
        json.endObject();
        return found;
    }

    private Hint hintOfValue(Hint key) throws IOException {
        return switch (json.peek()) {
            case STRING -> stronger(key, hintOf(json.nextString()));
            case BOOLEAN -> json.nextBoolean() ? key : Hint.NONE;
            default -> {
                json.skipValue();
                yield key;
            }
        };
    }

    private static Hint hintOf(String word) {
        return switch (word) {
            case "finish" -> Hint.FINISH;
            case "more" -> Hint.MORE;
            default -> Hint.NONE;
        };
    }

    private static Hint stronger(Hint a, Hint b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    /** What a relay said of a subscription's end. A lone string is a text when it looks like words. */
    private record Ending(SubscriptionId id, String text) {

        static Ending of(List<String> strings) {
            String first = strings.isEmpty() ? "" : strings.get(0);
            if (strings.size() > 1) {
                return new Ending(new SubscriptionId(first), strings.get(1));
            }
            boolean words = first.indexOf(' ') >= 0 || first.length() > SubscriptionId.MAX_LENGTH;
            return new Ending(new SubscriptionId(words ? "" : first), words ? first : "");
        }
    }
}
