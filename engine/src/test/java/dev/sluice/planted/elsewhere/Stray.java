package dev.sluice.planted.elsewhere;

/** Stands in a package that the table does not know. */
final class Stray {}
