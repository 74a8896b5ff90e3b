package dev.sluice.app.cli;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Catalogue;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.store.MvEventArchive;
import dev.sluice.store.SqlCatalogue;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A catalogue whose failure ends nothing, for all that it holds may be lost: after the first failure, at opening or
 * later, it remembers nothing more and says so once.
 */
final class TolerantCatalogue implements Catalogue {

    private static final Logger LOG = LoggerFactory.getLogger(TolerantCatalogue.class);

    private final Optional<SqlCatalogue> catalogue;
    private final AtomicBoolean failed = new AtomicBoolean();

    private TolerantCatalogue(Optional<SqlCatalogue> catalogue) {
        this.catalogue = catalogue;
    }

    /** Opens the catalogue beside an archive, or does without. */
    static TolerantCatalogue open(Path folder, MvEventArchive archive) throws InterruptedException {
        try {
            return new TolerantCatalogue(Optional.of(SqlCatalogue.open(folder, archive.id(), archive, LOG::warn)));
        } catch (ArchiveException e) {
            LOG.warn("goes on without the catalogue: {}", e.getMessage());
            return new TolerantCatalogue(Optional.empty());
        }
    }

    /** The catalogue itself, when there is one. */
    Optional<SqlCatalogue> sql() {
        return catalogue;
    }

    @Override
    public void met(RelayUrl relay, long now) throws InterruptedException {
        write(sql -> sql.met(relay, now));
    }

    @Override
    public List<Met> relays() throws InterruptedException {
        return read(SqlCatalogue::relays, List.of());
    }

    @Override
    public void document(RelayUrl relay, String json, long now) throws InterruptedException {
        write(sql -> sql.document(relay, json, now));
    }

    @Override
    public Optional<Document> document(RelayUrl relay) throws InterruptedException {
        return read(sql -> sql.document(relay), Optional.empty());
    }

    @Override
    public void remember(RelayUrl relay, Memory memory) throws InterruptedException {
        write(sql -> sql.remember(relay, memory));
    }

    @Override
    public List<Memory> memories(RelayUrl relay, long now) throws InterruptedException {
        return read(sql -> sql.memories(relay, now), List.of());
    }

    @Override
    public void forget(RelayUrl relay, String topic) throws InterruptedException {
        write(sql -> sql.forget(relay, topic));
    }

    @Override
    public void close() {
        catalogue.ifPresent(SqlCatalogue::close);
    }

    @FunctionalInterface
    private interface Question<T> {
        T ask(SqlCatalogue sql) throws InterruptedException;
    }

    @FunctionalInterface
    private interface Note {
        void tell(SqlCatalogue sql) throws InterruptedException;
    }

    private void write(Note note) throws InterruptedException {
        boolean unused = read(
                sql -> {
                    note.tell(sql);
                    return true;
                },
                false);
    }

    private <T> T read(Question<T> question, T nothing) throws InterruptedException {
        if (catalogue.isEmpty() || failed.get()) {
            return nothing;
        }
        try {
            return question.ask(catalogue.get());
        } catch (ArchiveException e) {
            if (failed.compareAndSet(false, true)) {
                LOG.warn("goes on without the catalogue: {}", e.getMessage());
            }
            return nothing;
        }
    }
}
