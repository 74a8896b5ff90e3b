package dev.sluice.store;

import java.util.List;

/**
 * What a check of an archive found.
 *
 * @param events events read
 * @param signatures how many of their signatures were checked
 * @param faults how many faults were found
 * @param details the first faults, one line each
 */
public record ArchiveReport(long events, long signatures, long faults, List<String> details) {

    public ArchiveReport {
        details = List.copyOf(details);
    }

    public boolean isSound() {
        return faults == 0;
    }
}
