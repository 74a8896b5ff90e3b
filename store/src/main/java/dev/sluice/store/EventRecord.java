package dev.sluice.store;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.EventJson;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.Signature;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * How an event stands in the file: id, key and signature as bytes, numbers as varints, texts as UTF-8, and texts of hex
 * digits, which most tag values are, as the bytes they spell. About two thirds of the JSON.
 */
final class EventRecord {

    private static final int FIXED = 32 + 32 + 64;
    private static final byte[] EXPIRATION = "expiration".getBytes(StandardCharsets.US_ASCII);

    private EventRecord() {}

    static byte[] encode(Event event) {
        RecordWriter out = new RecordWriter(FIXED + 64 + event.content().length());
        out.fixed(FIXED);
        event.id().write(out.bytes(), 0);
        event.pubkey().write(out.bytes(), 32);
        event.sig().write(out.bytes(), 64);
        out.number(event.createdAt());
        out.number(event.kind());
        out.number(event.tags().size());
        for (List<String> tag : event.tags()) {
            out.number(tag.size());
            tag.forEach(out::text);
        }
        out.text(event.content());
        return out.result();
    }

    /** Reads what {@link #encode} wrote; anything else is an {@link IllegalArgumentException}. */
    static Event decode(byte[] record) {
        try {
            RecordReader in = new RecordReader(record, FIXED);
            long createdAt = in.number();
            int kind = (int) in.number();
            List<List<String>> tags = tags(in);
            String content = in.text();
            in.end();
            return new Event(
                    EventId.at(record, 0),
                    PublicKey.at(record, 32),
                    createdAt,
                    kind,
                    tags,
                    content,
                    Signature.at(record, 64));
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the record is cut short", e);
        }
    }

    /** What is asked most often, without making the whole event. */
    static Head head(byte[] record) {
        RecordReader in = new RecordReader(record, FIXED);
        long createdAt = in.number();
        int kind = (int) in.number();
        return new Head(EventId.at(record, 0), PublicKey.at(record, 32), createdAt, kind, expiry(in));
    }

    /** As {@link Event#expiration()} has it: of the tags of that name the first that holds a second. */
    private static long expiry(RecordReader in) {
        for (int tags = in.count(); tags > 0; tags--) {
            int size = in.count();
            if (size < 2) {
                in.skip(size);
            } else if (in.isNext(EXPIRATION)) {
                in.skip(1);
                OptionalLong second = Event.second(in.text());
                if (second.isPresent()) {
                    return second.getAsLong();
                }
                in.skip(size - 2);
            } else {
                in.skip(size);
            }
        }
        return Head.NEVER;
    }

    /** The event's JSON, made from the record as it stands. */
    static String json(byte[] record) {
        RecordReader in = new RecordReader(record, FIXED);
        long createdAt = in.number();
        int kind = (int) in.number();
        EventJson json = EventJson.begin(
                record.length + record.length / 2, EventId.at(record, 0), PublicKey.at(record, 32), createdAt, kind);
        for (int tags = in.count(); tags > 0; tags--) {
            json.tag();
            for (int elements = in.count(); elements > 0; elements--) {
                in.text(json);
            }
            json.endTag();
        }
        json.endTags();
        in.text(json);
        return json.end(Signature.at(record, 64));
    }

    private static List<List<String>> tags(RecordReader in) {
        int count = in.count();
        List<List<String>> tags = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int size = in.count();
            String[] tag = new String[size];
            for (int j = 0; j < size; j++) {
                tag[j] = in.text();
            }
            tags.add(List.of(tag));
        }
        return tags;
    }
}
