package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What it reads it reads as the patient reader does; what that one would refuse it does not take. */
@Timeout(20)
class PlainReaderTest {

    private static final List<List<String>> TAGS =
            List.of(List.of("e", "ab".repeat(32), "wss://relay"), List.of(), List.of("t", "ü?😀", "\n\t\"\\/", ""));

    private static final Event EVENT = TestEvents.unsigned(7, 1_700_000_000, 30_617, TAGS, "é \r\b\f? 日本 \u007f\u2028");
    private static final String TEXT = Codec.encode(EVENT);

    @Test
    void plainEventsAreTaken() {
        assertEquals(EVENT, PlainReader.event(TEXT));
        Event bare = TestEvents.unsigned(1, 0, 0, List.of(), "");
        assertEquals(bare, PlainReader.event(Codec.encode(bare)));
    }

    @Test
    void theOrderOfKeysIsFree() {
        String id = TEXT.substring(1, TEXT.indexOf(','));
        String other = "{" + TEXT.substring(TEXT.indexOf(',') + 1, TEXT.length() - 1) + "," + id + "}";
        assertEquals(EVENT, PlainReader.event(other));
    }

    @Test
    void deliveriesAreTaken() {
        RelayMessage.Delivery delivery = new RelayMessage.Delivery(new SubscriptionId("a\"1"), EVENT);
        assertEquals(delivery, delivery(Codec.encode(delivery)));
        assertNull(delivery(Codec.encode(delivery) + " "));
        assertNull(delivery(Codec.encode(delivery).replace("\"}]", "\"},1]")));
        assertNull(delivery("[\"EOSE\",\"a\"]"));
        assertNull(delivery("[\"EVENT\",\"a\""));
    }

    /** A real question mark stays; the one that stands for half a character is left to who can say what is wrong. */
    @Test
    void aLoneSurrogateIsNotTaken() {
        assertNotNull(PlainReader.event(TEXT.replace("é", "?")));
        assertNull(PlainReader.event(TEXT.replace("é", "\ud83d")));
        String ascii = Codec.encode(TestEvents.unsigned(1, 0, 0, List.of(), "x"));
        assertNull(PlainReader.event(ascii.replace("\"x\"", "\"\ude00\"")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"created_at\":01700000000",
                "\"created_at\":1700000000.0",
                "\"created_at\":1e9",
                "\"created_at\":-1",
                "\"created_at\":",
                "\"created_at\":\"1\"",
                "\"created_at\":1,\"created_at\":1",
                "\"created_at\": 1",
                "\"created_at\":9223372036854775808",
                "\"x\":1",
                "\"created_at\":1,\"x\":1"
            })
    void whateverIsNotPlainIsLeft(String pair) {
        assertNull(PlainReader.event(TEXT.replace("\"created_at\":1700000000", pair)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void itNeverTakesWhatThePatientReaderWouldNot(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String marks = "{}[]\",:\\-09a1.eEuU\0 ?\ud83d\ude00\u007ftfn/é\n";
        int taken = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder spoiled = new StringBuilder(TEXT);
            for (int edits = random.nextInt(1, 4); edits > 0; edits--) {
                int at = random.nextInt(spoiled.length());
                switch (random.nextInt(3)) {
                    case 0 -> spoiled.insert(at, marks.charAt(random.nextInt(marks.length())));
                    case 1 -> spoiled.setCharAt(at, marks.charAt(random.nextInt(marks.length())));
                    default -> spoiled.deleteCharAt(at);
                }
            }
            String text = spoiled.toString();
            Event plain = PlainReader.event(text);
            if (plain != null) {
                taken++;
                assertEquals(new Decoded.Message<>(plain), Codec.patiently(text), text);
            }
        }
        assertTrue(taken > 1_000, "only " + taken + " were taken");
    }

    private static RelayMessage.@Nullable Delivery delivery(String text) {
        return PlainReader.delivery(text, text.getBytes(StandardCharsets.UTF_8));
    }
}
