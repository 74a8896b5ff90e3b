package dev.sluice.intake;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Verdict;
import dev.sluice.task.Worker;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lines of JSON to the archive as fast as the cores and the archive allow: the caller's thread reads and counts, workers
 * decode and verify, the archive writes. What waits in between is bounded. One import runs once.
 */
public final class Import {

    /** Enough for whole groups of 10,000 events in the archive while the workers prepare the next. */
    private static final int MAX_CHUNKS = 24;

    private final EventArchive archive;
    private final Policy policy;
    private final boolean verify;
    private final int workers;
    private final ImportQueue queue = new ImportQueue();
    private final VerdictCounter counter = new VerdictCounter();

    private volatile Verdicts counted = Verdicts.NONE;

    /**
     * An import that has not begun.
     *
     * @param verify whether ids and signatures are checked; leave it out only for what this archive itself exported
     * @param workers one a core
     */
    public Import(EventArchive archive, Policy policy, boolean verify, int workers) {
        this.archive = archive;
        this.policy = policy;
        this.verify = verify;
        this.workers = workers;
    }

    /** Where lines come from. */
    @FunctionalInterface
    public interface Lines {
        /** The next line without its end, null after the last. */
        @Nullable
        String next() throws IOException;
    }

    /** Told of each refused line, in order, on the thread that runs the import. */
    @FunctionalInterface
    public interface RefusedLines {
        /** Lines count from 1. */
        void refused(long line, Verdict.Refused refusal);
    }

    /**
     * Imports all lines; returns when all are durable. Blank lines are no events and not counted. An interrupt ends it
     * early; what the archive was given stays.
     *
     * @return one verdict for each line that is not blank
     * @throws ArchiveException when the archive fails
     */
    public Verdicts run(Lines lines, RefusedLines refused) throws IOException, InterruptedException {
        List<Worker> threads = Stream.generate(() -> new ImportWorker(queue, archive, policy, verify))
                .limit(workers)
                .map(worker -> Worker.start("sluice-import", worker))
                .toList();
        try {
            return run(new ChunkReader(lines), refused);
        } finally {
            queue.close();
            threads.forEach(Worker::join);
        }
    }

    /** The verdicts so far; any thread may ask. */
    public Verdicts counted() {
        return counted;
    }

    private Verdicts run(ChunkReader reader, RefusedLines refused) throws IOException, InterruptedException {
        ArrayDeque<Chunk> underway = new ArrayDeque<>();
        for (Chunk chunk = reader.next(); !chunk.isEmpty(); chunk = reader.next()) {
            if (underway.size() == MAX_CHUNKS) {
                count(underway.removeFirst(), refused);
            }
            queue.add(chunk);
            underway.addLast(chunk);
        }
        for (Chunk chunk : new ArrayList<>(underway)) {
            count(chunk, refused);
        }
        return counted;
    }

    private void count(Chunk chunk, RefusedLines refused) throws InterruptedException {
        List<Verdict> verdicts = verdicts(chunk);
        for (int i = 0; i < verdicts.size(); i++) {
            counter.count(verdicts.get(i));
            if (verdicts.get(i) instanceof Verdict.Refused refusal) {
                refused.refused(chunk.number(i), refusal);
            }
        }
        counted = counter.counted();
    }

    private static List<Verdict> verdicts(Chunk chunk) throws InterruptedException {
        try {
            return chunk.verdicts().get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ArchiveException known
                    ? known
                    : new IllegalStateException("an import worker failed", e.getCause());
        }
    }
}
