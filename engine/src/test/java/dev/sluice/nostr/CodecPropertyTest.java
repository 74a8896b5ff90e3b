package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each case is named by its seed. */
@Timeout(20)
class CodecPropertyTest {

    private static final String ALPHABET = "ab\"\\/\n\t\b\f\r\0\u0001\u001f\u007f\u0080é\u2028\u2029\ufeff\uffff<&";

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            boolean astral = random.nextInt(8) == 0;
            text.appendCodePoint(
                    astral ? random.nextInt(0x10000, 0x110000) : ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    private static List<List<String>> tags(SplittableRandom random) {
        List<List<String>> tags = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            List<String> tag = new ArrayList<>();
            for (int j = random.nextInt(5); j > 0; j--) {
                tag.add(text(random));
            }
            tags.add(tag);
        }
        return tags;
    }

    private static Event event(SplittableRandom random) {
        return TestEvents.unsigned(
                random.nextLong(),
                random.nextLong() >>> random.nextInt(1, 64),
                random.nextInt(Kind.MAX + 1),
                tags(random),
                text(random));
    }

    private static Filter filter(SplittableRandom random) {
        Filter filter = Filter.ALL;
        Set<EventId> ids = new LinkedHashSet<>();
        Set<Integer> kinds = new LinkedHashSet<>();
        Set<String> values = new LinkedHashSet<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            ids.add(new EventId(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong()));
            kinds.add(random.nextInt(Kind.MAX + 1));
            values.add(text(random));
        }
        filter = random.nextBoolean() ? filter.withIds(ids) : filter;
        filter = random.nextBoolean() ? filter.withKinds(kinds) : filter;
        filter = random.nextBoolean() ? filter.withTag("tAqz".charAt(random.nextInt(4)), values) : filter;
        filter = random.nextBoolean() ? filter.withSince(OptionalLong.of(random.nextLong() >>> 1)) : filter;
        filter = random.nextBoolean() ? filter.withUntil(OptionalLong.of(random.nextLong() >>> 1)) : filter;
        return random.nextBoolean() ? filter.withLimit(OptionalInt.of(random.nextInt() >>> 1)) : filter;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void eventsAndFiltersAreReadBackAsTheyWere(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 300; i++) {
            Event event = event(random);
            Event decoded = Expect.message(Codec.event(Codec.encode(event)));
            assertEquals(event, decoded);
            assertEquals(Codec.encode(event), Codec.encode(decoded));
            assertTrue(Canonical.idMatches(decoded));
            Filter filter = filter(random);
            Filter back = Expect.message(Codec.filter(Codec.encode(filter)));
            assertEquals(filter, back);
            assertEquals(Codec.encode(filter), Codec.encode(back));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void spoiledTextNeverThrows(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1_000; i++) {
            StringBuilder text = new StringBuilder(seedText(random));
            for (int edits = random.nextInt(1, 5); edits > 0; edits--) {
                spoil(text, random);
            }
            String spoiled = text.toString();
            assertNotNull(Codec.relayMessage(spoiled), spoiled);
            assertNotNull(Codec.clientMessage(spoiled), spoiled);
            assertNotNull(Codec.event(spoiled), spoiled);
            assertNotNull(Codec.filter(spoiled), spoiled);
            assertNotNull(RelayInformation.parse(spoiled), spoiled);
            assertNotNull(RelayUrl.parse(spoiled), spoiled);
        }
    }

    private static String seedText(SplittableRandom random) {
        SubscriptionId id = new SubscriptionId(text(random));
        return switch (random.nextInt(6)) {
            case 0 -> Codec.encode(event(random));
            case 1 -> Codec.encode(filter(random));
            case 2 -> Codec.encode(new ClientMessage.Req(id, List.of(filter(random))));
            case 3 -> Codec.encode(new RelayMessage.NegErr(id, text(random), OptionalLong.of(3)));
            case 4 -> "{\"limitation\":{\"max_limit\":500,\"auth_required\":true},\"supported_nips\":[1,\"2\"]}";
            default -> "wss://user@host.example:443/path?query#fragment";
        };
    }

    private static void spoil(StringBuilder text, SplittableRandom random) {
        int at = random.nextInt(text.length() + 1);
        String marks = "{}[]\",:\\-0919.eEu\0 \ud83d\ude00tfn/";
        switch (random.nextInt(3)) {
            case 0 -> text.insert(at, marks.charAt(random.nextInt(marks.length())));
            case 1 -> text.setLength(at);
            default -> {
                if (at < text.length()) {
                    text.deleteCharAt(at);
                }
            }
        }
    }
}
