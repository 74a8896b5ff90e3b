package dev.sluice.archive;

/** The coverage of one key. */
public record CoverageEntry(CoverageKey key, Coverage coverage) {}
