package dev.sluice.store;

import dev.sluice.archive.Allowance;
import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Scan;
import dev.sluice.time.Time;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A scan whose slices are read by the archive's readers. For one caller at a time. A slice that an interrupted caller did
 * not wait for is what the next call returns.
 */
final class SliceScan<T> implements Scan<T> {

    private final Readers readers;
    private final Time time;
    private final Slices<T> slices;
    private final Allowance allowance;
    private @Nullable Future<List<T>> reading;

    SliceScan(Readers readers, Time time, Slices<T> slices, Allowance allowance) {
        this.readers = readers;
        this.time = time;
        this.slices = slices;
        this.allowance = allowance;
    }

    @Override
    public List<T> next() throws InterruptedException {
        List<T> slice = List.of();
        while (slice.isEmpty() && (reading != null || !hasEnded())) {
            slice = await(reading == null ? begin() : reading);
        }
        return slice;
    }

    private Future<List<T>> begin() {
        Future<List<T>> begun = readers.submit(this::read, allowance.account());
        reading = begun;
        return begun;
    }

    private boolean hasEnded() {
        return slices.hasEnded() || allowance.isSpent();
    }

    private List<T> read(Maps maps) {
        Budget budget = new Budget(time, readers::areAsked);
        long began = time.nanos();
        List<T> slice = slices.next(maps, budget);
        allowance.spend(budget.spent(), slice.size(), time.nanos() - began);
        return slice;
    }

    private List<T> await(Future<List<T>> begun) throws InterruptedException {
        boolean rests = allowance.pace().rests();
        try {
            List<T> slice = readers.await(begun);
            reading = null;
            return slice;
        } catch (ArchiveException e) {
            reading = null;
            throw e;
        } finally {
            if (rests) {
                allowance.pace().goesOn();
            }
        }
    }
}
