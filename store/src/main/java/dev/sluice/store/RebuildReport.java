package dev.sluice.store;

/**
 * What a rebuild has made.
 *
 * @param events events in the new file
 * @param lost records that could not be read and are not in it
 */
public record RebuildReport(long events, long lost) {}
