package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.TestEvents;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.h2.mvstore.WriteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is written to the file is read back the same. */
@Timeout(10)
class RecordTest {

    @Test
    void everyKindOfTextSurvives() {
        List<String> texts = List.of(
                "",
                "a",
                "ab".repeat(32),
                "AB".repeat(32),
                "abcdef0123456789",
                "abcdef012345678",
                "abcdef01",
                "\u0000\u0001\u007f\u2028</\"\\",
                "\ud83c\udf55 \u00f1",
                "0".repeat(100_001),
                "x".repeat(70_000));
        Event event = TestEvents.unsigned(1, Long.MAX_VALUE, 65_535, List.of(texts, List.of(), List.of("")), "\u00e9");
        assertSurvives(event);
        for (String text : texts) {
            assertSurvives(TestEvents.unsigned(1, 0, 0, List.of(), text));
            assertSurvives(TestEvents.unsigned(1, 0, 0, List.of(List.of(text), List.of("expiration", text)), ""));
        }
    }

    /** Whole, as JSON, and what the head says of it. */
    private static void assertSurvives(Event event) {
        byte[] record = EventRecord.encode(event);
        assertEquals(event, EventRecord.decode(record));
        assertEquals(Codec.encode(event), EventRecord.json(record));
        assertEquals(Head.of(event), EventRecord.head(record));
    }

    @Test
    void theHeadKnowsTheFirstExpirationThatIsWellFormed() {
        for (String second : List.of("0", "1700000000", "1700000000000000", "123456789012345678")) {
            List<List<String>> tags = List.of(
                    List.of("expiration"),
                    List.of("x", second + "9"),
                    List.of("expiration", "soon", "x"),
                    List.of("expiration", "1234567890123456789"),
                    List.of("expiration", second, "x"),
                    List.of("expiration", "5"));
            Event event = TestEvents.unsigned(1, 0, 1, tags, "");
            assertEquals(Long.parseLong(second), event.expiration().orElseThrow());
            assertSurvives(event);
        }
    }

    @Test
    void aRecordIsSmallerThanTheJson() {
        Event event = TestEvents.unsigned(1, 1_700_000_000, 1, List.of(List.of("e", "ab".repeat(32))), "a note");
        int json = Codec.encode(event).getBytes(StandardCharsets.UTF_8).length;
        int record = EventRecord.encode(event).length;
        assertTrue(record * 2 < json, record + " of " + json);
    }

    @Test
    void aRecordThatIsCutOrLongerIsRefused() {
        byte[] record = EventRecord.encode(TestEvents.unsigned(1, 5, 1, List.of(List.of("t", "x")), "text"));
        for (int length = 128; length < record.length; length++) {
            byte[] cut = Arrays.copyOf(record, length);
            assertThrows(IllegalArgumentException.class, () -> EventRecord.decode(cut));
        }
        byte[] longer = Arrays.copyOf(record, record.length + 1);
        assertThrows(IllegalArgumentException.class, () -> EventRecord.decode(longer));
    }

    @Test
    void aPageOfPostingsSurvives() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 200; round++) {
            Posting[] page = new Posting[random.nextInt(1, 130)];
            for (int i = 0; i < page.length; i++) {
                long createdAt = random.nextInt(4) == 0 ? random.nextLong() & Long.MAX_VALUE : 1_700_000_000;
                page[i] = new Posting(
                        random.nextLong() >> random.nextInt(64),
                        createdAt,
                        random.nextInt(),
                        random.nextLong(1L << 40));
            }
            Arrays.sort(page);
            WriteBuffer buffer = new WriteBuffer();
            PostingType.INSTANCE.write(buffer, page, page.length);
            ByteBuffer written = buffer.getBuffer();
            written.flip();
            Posting[] read = new Posting[page.length];
            PostingType.INSTANCE.read(written, read, read.length);
            assertArrayEquals(page, read);
            assertEquals(0, written.remaining());
        }
    }

    @Test
    void aGroupsPostingsAreSortedAsTheirOwnOrderSays() {
        Terms terms = new Terms(new SipHash(1, 2));
        List<SortedPostings.NumberedEvent> events = new ArrayList<>();
        List<Posting> expected = new ArrayList<>();
        for (Event event : TestEvents.unsignedNotes(500).reversed()) {
            Prepared prepared = Prepared.of(event, terms);
            long seq = events.size() + 1;
            events.add(new SortedPostings.NumberedEvent(prepared, seq));
            for (long term : prepared.terms()) {
                expected.add(Posting.of(term, event.createdAt(), event.id(), seq));
            }
        }
        expected.sort(null);
        assertEquals(expected, List.of(SortedPostings.of(events)));
    }

    @Test
    void theKeyOfAnAddressTellsTheAddress() {
        Coordinate coordinate = new Coordinate(30_617, TestEvents.unsignedAuthor(3), "a:b\u00e9\u0000");
        assertEquals(coordinate, Address.coordinate(Address.key(coordinate)));
    }
}
