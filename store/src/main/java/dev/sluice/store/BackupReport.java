package dev.sluice.store;

import java.nio.file.Path;

/**
 * What a backup has made.
 *
 * @param destination the directory, whole
 * @param events the events in it, all that were held at one moment
 * @param bytes the length of its event file
 * @param catalogue whether the catalogue is in it; it may be missing, since it holds only what may be lost
 */
public record BackupReport(Path destination, long events, long bytes, boolean catalogue) {}
