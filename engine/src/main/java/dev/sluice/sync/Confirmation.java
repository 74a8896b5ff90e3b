package dev.sluice.sync;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.Coverage.Interval;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.intake.Receipt;
import dev.sluice.intake.Tally;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Writes coverage, and only what is true by then: a page counts when its terminal was seen and every event of it has a
 * durable verdict. Coverage goes through the same writer as events, so a crash may repeat work and never skips it.
 */
final class Confirmation {
    private static final Duration LOOK = Duration.ofMinutes(1);

    private final EventArchive archive;
    private final RelayCounts counts;
    private final Time time;

    Confirmation(EventArchive archive, RelayCounts counts, Time time) {
        this.archive = archive;
        this.counts = counts;
        this.time = time;
    }

    /**
     * Blocks until the events of a page are durable, then records how far the walk has come with it.
     *
     * @param cursor everything from here upwards was delivered with this page and those before it
     */
    void paged(Base base, Stretch stretch, Receipt receipt, OptionalLong cursor) throws InterruptedException {
        Tally tally = settled(receipt);
        counts.count(tally);
        if (stretch.kind() == Stretch.Kind.AGAIN) {
            cursor.ifPresent(base::againReached);
        }
        Coverage before = base.coverage();
        Coverage now = cursor.isPresent() ? stretch.paged(before, cursor.getAsLong()) : before;
        if (now.equals(before) && tally.refusals().isEmpty()) {
            return;
        }
        var unused = archive.submit(progress(base, now, tally.refusals(), false));
        base.covered(now);
    }

    /** Blocks until what was fetched by id is durable, and remembers what of it will not be kept. */
    void hydrated(Base base, Receipt receipt) throws InterruptedException {
        Tally tally = settled(receipt);
        counts.count(tally);
        refused(base, tally.refusals());
    }

    /** Remembers items that the relay offers and that need not be fetched to know that they will not be kept. */
    void refused(Base base, List<Refusals.Item> items) throws InterruptedException {
        if (!items.isEmpty()) {
            var unused = archive.submit(progress(base, base.coverage(), items, false));
        }
    }

    /** Under which it is remembered what a relay did not want of a filter's events. */
    static String unwantedKey(Base base) {
        return "upload " + base.name();
    }

    /** Remembers an event that the relay does not want. */
    void unwanted(Base base, Refusals.Item item) throws InterruptedException {
        Refusals unwanted = new Refusals(base.relay(), unwantedKey(base), List.of(item));
        var unused = archive.submit(new Write.Progress(List.of(), List.of(unwanted), false));
    }

    /**
     * Records that everything the relay held was reconciled, and blocks until that is durable.
     *
     * @param start our clock when the first round began
     */
    void reconciled(Base base, long start) throws InterruptedException {
        long to = Math.max(start, base.coverage().complete().map(Interval::to).orElse(0L));
        Coverage now = new Coverage(Optional.of(new Interval(0, to)), Optional.empty());
        await(archive.submit(progress(base, now, List.of(), true)));
        base.covered(now);
    }

    /** Records that a stretch was walked to its end, and blocks until that is durable. */
    void drained(Base base, Stretch stretch) throws InterruptedException {
        Coverage now = stretch.drained(base.coverage());
        await(archive.submit(progress(base, now, List.of(), true)));
        base.covered(now);
    }

    private Write.Progress progress(Base base, Coverage now, List<Refusals.Item> refused, boolean urgent) {
        List<Refusals> refusals =
                refused.isEmpty() ? List.of() : List.of(new Refusals(base.relay(), base.name(), refused));
        List<CoverageEntry> coverage =
                base.keys().stream().map(key -> new CoverageEntry(key, now)).toList();
        return new Write.Progress(coverage, refusals, urgent);
    }

    /** A request has ended: lets the archive write what it has of it, if nothing more will come. */
    void ended(Receipt receipt) throws InterruptedException {
        if (receipt.awaitsArchive()) {
            hurry();
        }
    }

    private Tally settled(Receipt receipt) throws InterruptedException {
        Optional<Tally> tally = receipt.await(time, time.after(LOOK));
        while (tally.isEmpty()) {
            tally = receipt.await(time, time.after(LOOK));
        }
        return tally.get();
    }

    /** An empty urgent write: the archive ends its group soon instead of waiting for more. */
    private void hurry() throws InterruptedException {
        var unused = archive.submit(new Write.Progress(List.of(), List.of(), true));
    }

    private static void await(CompletableFuture<List<Verdict>> write) throws InterruptedException {
        try {
            var unused = write.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ArchiveException known
                    ? known
                    : new ArchiveException(ArchiveException.Kind.IO, "the archive failed: " + e.getCause(), e);
        }
    }
}
