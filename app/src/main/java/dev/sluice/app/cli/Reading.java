package dev.sluice.app.cli;

import java.util.OptionalDouble;

/**
 * How far a job is.
 *
 * @param done units done
 * @param unit what is counted, in the plural
 * @param fraction the part done, from 0 to 1, when it is known
 * @param detail more to show, or ""
 */
record Reading(long done, String unit, OptionalDouble fraction, String detail) {

    /** So many of so many. */
    static Reading of(long done, long total, String unit) {
        return new Reading(done, unit, OptionalDouble.of(total == 0 ? 1 : (double) done / total), "");
    }

    /** So many of nobody knows how many. */
    static Reading open(long done, String unit, String detail) {
        return new Reading(done, unit, OptionalDouble.empty(), detail);
    }
}
