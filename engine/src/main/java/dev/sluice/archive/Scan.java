package dev.sluice.archive;

import java.util.List;

/**
 * A walk through the archive in slices. No version of the file and no thread is held between two slices, so a scan may
 * rest as long as its reader likes and needs no closing; events that come or go meanwhile may or may not be seen.
 */
public interface Scan<T> {

    /**
     * The next slice: at most 1,000 records or about 50 ms of work. Blocks while a store-owned thread reads; an
     * interrupted caller stops waiting and the slice is lost to it.
     *
     * @return the slice; an empty list once the scan has ended
     */
    List<T> next() throws InterruptedException;
}
