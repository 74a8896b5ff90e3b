package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Guard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;

/**
 * Writes an archive anew from its event records: the indexes are made again, marks, coverage and refusals are taken
 * over, and what can't be read is left out. When anything is lost so is all coverage, for it would be ahead of the events:
 * mirrors walk again and find what they lack. The old file stays beside the new one.
 */
final class Rebuild {

    /** Not complete; of no use. */
    private static final String UNFINISHED = EventFile.NAME + ".rebuilding";

    /** Complete; about to take the old file's place. */
    private static final String FINISHED = EventFile.NAME + ".rebuilt";

    private static final String OLD = EventFile.NAME + ".before-rebuild";

    private final EventFile source;
    private final EventFile target;
    private final ArchiveOptions options;
    private final GroupWriter writer;
    private long read;

    private Rebuild(EventFile source, EventFile target, ArchiveOptions options) {
        this.source = source;
        this.target = target;
        // Whatever is held was let in once.
        this.options = options.withMaxFuture(OptionalLong.empty());
        this.writer = new GroupWriter(target);
    }

    /** Does it in a directory whose lock the caller holds. Blocks for the disk. */
    static RebuildReport run(Path directory, ArchiveOptions options, LongConsumer progress) {
        try {
            finish(directory);
            Path unfinished = directory.resolve(UNFINISHED);
            Files.deleteIfExists(unfinished);
            RebuildReport report = copy(directory, unfinished, options, progress);
            Files.move(unfinished, directory.resolve(FINISHED), StandardCopyOption.ATOMIC_MOVE);
            finish(directory);
            return report;
        } catch (IOException e) {
            throw new ArchiveException(ArchiveException.Kind.IO, "Rebuilding failed in " + directory + ": " + e, e);
        }
    }

    /** Whether a new file waits for its place. */
    static boolean isFinished(Path directory) {
        return Files.exists(directory.resolve(FINISHED));
    }

    /** Puts a finished file into its place, also when the process that made it could not. */
    static void finish(Path directory) throws IOException {
        Path finished = directory.resolve(FINISHED);
        Path file = directory.resolve(EventFile.NAME);
        if (Files.exists(finished)) {
            if (Files.exists(file)) {
                Files.move(file, directory.resolve(OLD), StandardCopyOption.REPLACE_EXISTING);
            }
            Files.move(finished, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static RebuildReport copy(Path directory, Path to, ArchiveOptions options, LongConsumer progress) {
        try (EventFile source =
                        EventFile.salvage(directory.resolve(EventFile.NAME).toString());
                EventFile target = EventFile.open(to.toString(), options.cacheMegabytes(), source.about())) {
            Rebuild rebuild = new Rebuild(source, target, options);
            rebuild.copyMarks();
            return rebuild.copyEvents(progress);
        }
    }

    private void copyMarks() {
        copy(source.maps().addresses(), target.maps().addresses());
        copy(source.maps().marks(), target.maps().marks());
        copy(source.maps().vanished(), target.maps().vanished());
        copy(source.maps().gone(), target.maps().gone());
        copy(source.maps().coverage(), target.maps().coverage());
        copy(source.maps().bases(), target.maps().bases());
        copy(source.maps().refusals(), target.maps().refusals());
        target.commit();
    }

    private static <K, V> void copy(MVMap<K, V> from, MVMap<K, V> to) {
        Cursor<K, V> entries = from.cursor(null);
        while (entries.hasNext()) {
            to.put(entries.next(), entries.getValue());
        }
    }

    private RebuildReport copyEvents(LongConsumer progress) {
        Cursor<Long, byte[]> records = source.maps().records().cursor(null);
        long unreadable = 0;
        while (records.hasNext()) {
            unreadable += copyGroup(records);
            progress.accept(read);
        }
        long lost = unreadable + Math.max(0, source.maps().records().sizeAsLong() - read);
        if (lost > 0) {
            target.maps().coverage().clear();
            target.commit();
        }
        return new RebuildReport(target.maps().records().sizeAsLong(), lost);
    }

    /** Returns how many records could not be read. */
    private long copyGroup(Cursor<Long, byte[]> records) {
        Group group = new Group(target.maps(), target.terms(), options);
        long unreadable = 0;
        for (int i = 0; i < WriteQueue.GROUP_EVENTS && records.hasNext(); i++) {
            records.next();
            read++;
            try {
                group.judge(Prepared.of(records.getValue(), target.terms()), Guard.OPEN);
            } catch (IllegalArgumentException e) {
                unreadable++;
            }
        }
        writer.write(group.overlay());
        target.commit();
        return unreadable;
    }
}
