package dev.sluice.store;

import dev.sluice.archive.Guard;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.Signature;
import java.util.ArrayList;
import java.util.List;

/** Values that the tests of the catalogue share. */
final class Samples {

    static final String ARCHIVE = "5f0c8e1b";
    static final PublicKey AUTHOR = new PublicKey(1, 2, 3, 4);
    static final RelayUrl RELAY = relay("wss://relay.example");

    private Samples() {}

    static RelayUrl relay(String url) {
        return RelayUrl.parse(url).orElseThrow();
    }

    /** A note that is newer the higher its number. Its signature is none. */
    static Event note(int number, String content) {
        return new Event(
                new EventId(0, 0, 0, number),
                AUTHOR,
                1_700_000_000L + number,
                1,
                List.of(List.of("t", "nostr"), List.of("client", "a \"quoted\" name", "")),
                content,
                new Signature(1, 2, 3, 4, 5, 6, 7, 8));
    }

    /** An archive of notes numbered from 1. */
    static MemoryArchive notes(int count) throws InterruptedException {
        List<Event> notes = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            notes.add(note(number, "note " + number));
        }
        MemoryArchive archive = new MemoryArchive(() -> 1_800_000_000L, RELAY);
        archive.submit(new Write.Events(notes, Guard.OPEN, false)).join();
        return archive;
    }
}
