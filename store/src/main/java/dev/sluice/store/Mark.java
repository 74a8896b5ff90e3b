package dev.sluice.store;

import dev.sluice.nostr.EventId;
import dev.sluice.nostr.PublicKey;
import java.util.Comparator;

/** An author's wish that an event be deleted. It counts only when the event turns out to be the author's. */
record Mark(EventId id, PublicKey author) implements Comparable<Mark> {

    private static final Comparator<Mark> ORDER = Comparator.comparing(Mark::id).thenComparing(Mark::author);

    static final PageType<Mark> TYPE = new PageType<>(
            "mark",
            ORDER,
            mark -> 24 + 2 * Fields.WORDS_MEMORY,
            (buffer, mark) -> {
                Fields.write(buffer, mark.id);
                Fields.write(buffer, mark.author);
            },
            buffer -> new Mark(Fields.id(buffer), Fields.key(buffer)),
            Mark[]::new);

    @Override
    public int compareTo(Mark other) {
        return ORDER.compare(this, other);
    }
}
