package dev.sluice.app.cli;

import dev.sluice.app.control.ControlClient;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** An archive that a command reads: it has opened it itself, or asks the process that holds it. */
sealed interface ArchiveReader extends AutoCloseable permits OpenedArchive, HeldArchive {

    /** The archive of a folder, which must be there. Blocks for the disk. */
    static ArchiveReader of(Path folder) throws IOException {
        Optional<ControlClient> holder = ControlClient.connect(folder);
        return holder.isPresent() ? new HeldArchive(holder.get()) : new OpenedArchive(DataFolder.existing(folder));
    }

    /** The events of a filter as JSON text; a limit bounds them. Read to its end before anything else is asked. */
    Scan<String> events(Filter filter, Order order);

    /** The same as values. */
    default Scan<Event> values(Filter filter, Order order) {
        Scan<String> texts = events(filter, order);
        return () -> texts.next().stream().map(ArchiveReader::value).toList();
    }

    private static Event value(String json) {
        return switch (Codec.event(json)) {
            case Decoded.Message<Event>(Event event) -> event;
            case Decoded.Malformed<Event> wrong -> throw new IllegalStateException("an archive holds events: " + wrong);
        };
    }

    /** How many events a filter matches; a limit does not count. */
    long count(Filter filter) throws InterruptedException;

    @Override
    void close();
}
