package dev.sluice.app.cli;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Filter;
import java.util.List;

/** An archive that this process holds. */
record OpenedArchive(EventArchive archive) implements ArchiveReader {

    @Override
    public Scan<String> events(Filter filter, Order order) {
        Scan<Encoded> scan = archive.encoded(filter, order);
        return () -> scan.next().stream().map(Encoded::json).toList();
    }

    @Override
    public long count(Filter filter) throws InterruptedException {
        return archive.count(List.of(filter));
    }

    @Override
    public void close() {
        archive.close();
    }
}
