package dev.sluice.nostr;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/** Reads NIP-11 documents. Whatever is not of its expected type counts as absent. */
final class RelayInformationReader {

    /** Longer spellings of numbers are none that anybody means. */
    private static final int MAX_DIGITS = 40;

    private final JsonReader json;
    private String name = "";
    private String description = "";
    private String pubkey = "";
    private String contact = "";
    private String software = "";
    private String version = "";
    private final Set<Integer> nips = new TreeSet<>();
    private final RelayLimitation.Builder limitation = RelayLimitation.builder();

    private RelayInformationReader(JsonReader json) {
        this.json = json;
    }

    static Decoded<RelayInformation> read(String text) {
        return Codec.decode(text, input -> new RelayInformationReader(input.json).document());
    }

    private RelayInformation document() throws IOException {
        if (json.peek() != JsonToken.BEGIN_OBJECT) {
            throw new Unreadable("invalid: not a JSON object");
        }
        json.beginObject();
        while (json.hasNext()) {
            field(json.nextName());
        }
        json.endObject();
        return new RelayInformation(name, description, pubkey, contact, software, version, nips, limitation.build());
    }

    private void field(String key) throws IOException {
        switch (key) {
            case "name" -> name = text();
            case "description" -> description = text();
            case "pubkey" -> pubkey = text();
            case "contact" -> contact = text();
            case "software" -> software = text();
            case "version" -> version = text();
            case "supported_nips" -> supportedNips();
            case "limitation" -> limitation();
            default -> json.skipValue();
        }
    }

    private void limitation() throws IOException {
        if (json.peek() != JsonToken.BEGIN_OBJECT) {
            json.skipValue();
            return;
        }
        json.beginObject();
        while (json.hasNext()) {
            limit(json.nextName());
        }
        json.endObject();
    }

    private void limit(String key) throws IOException {
        switch (key) {
            case "max_message_length" -> count(limitation::maxMessageLength);
            case "max_subscriptions" -> count(limitation::maxSubscriptions);
            case "max_limit" -> count(limitation::maxLimit);
            case "default_limit" -> count(limitation::defaultLimit);
            case "max_subid_length" -> count(limitation::maxSubidLength);
            case "max_event_tags" -> count(limitation::maxEventTags);
            case "max_content_length" -> count(limitation::maxContentLength);
            case "min_pow_difficulty" -> count(limitation::minPowDifficulty);
            case "auth_required" -> limitation.authRequired(flag());
            case "payment_required" -> limitation.paymentRequired(flag());
            case "restricted_writes" -> limitation.restrictedWrites(flag());
            case "created_at_lower_limit" -> integer().ifPresent(limitation::createdAtLowerLimit);
            case "created_at_upper_limit" -> integer().ifPresent(limitation::createdAtUpperLimit);
            default -> json.skipValue();
        }
    }

    /** A list of numbers; one relay writes them as text, another adds names of its own. */
    private void supportedNips() throws IOException {
        if (json.peek() != JsonToken.BEGIN_ARRAY) {
            json.skipValue();
            return;
        }
        json.beginArray();
        while (json.hasNext()) {
            integer().stream().filter(nip -> nip <= Kind.MAX).forEach(nip -> nips.add((int) nip));
        }
        json.endArray();
    }

    private String text() throws IOException {
        if (Json.isString(json)) {
            return json.nextString();
        }
        json.skipValue();
        return "";
    }

    private boolean flag() throws IOException {
        return switch (json.peek()) {
            case BOOLEAN -> json.nextBoolean();
            case STRING -> json.nextString().equals("true");
            default -> {
                json.skipValue();
                yield false;
            }
        };
    }

    private void count(IntConsumer limit) throws IOException {
        integer().ifPresent(value -> limit.accept((int) Math.min(value, Integer.MAX_VALUE)));
    }

    /** A whole number that is not negative, in any spelling, also quoted. */
    private OptionalLong integer() throws IOException {
        boolean spelled = json.peek() == JsonToken.NUMBER || json.peek() == JsonToken.STRING;
        if (!spelled) {
            json.skipValue();
            return OptionalLong.empty();
        }
        String digits = json.nextString().strip();
        if (digits.isEmpty() || digits.length() > MAX_DIGITS) {
            return OptionalLong.empty();
        }
        try {
            double value = Double.parseDouble(digits);
            boolean whole = value >= 0 && value == Math.rint(value) && !Double.isInfinite(value);
            return whole ? OptionalLong.of((long) value) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
