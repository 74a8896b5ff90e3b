package dev.sluice.app.status;

import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.sync.MirrorStatus;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a process stands at a moment.
 *
 * @param at the moment, in seconds since the Unix epoch
 * @param upSeconds since it has held the archive
 * @param clients connected to the served relay
 * @param retained what relays and clients make it keep, by the names of docs/peer-state.md
 */
public record Status(
        long at,
        Program program,
        long upSeconds,
        EventArchive.Statistics archive,
        Intake.Statistics intake,
        long clients,
        SortedMap<String, Long> retained,
        MirrorStatus mirror) {

    public Status {
        retained = Collections.unmodifiableSortedMap(new TreeMap<>(retained));
    }

    /** What runs. */
    public record Program(String version, long pid) {}
}
