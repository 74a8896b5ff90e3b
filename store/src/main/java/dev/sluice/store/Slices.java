package dev.sluice.store;

import java.util.List;

/** A read that is done in slices; one thread at a time. */
interface Slices<T> {

    /** Goes on for as long as the budget allows. May find nothing without having ended. */
    List<T> next(Maps maps, Budget budget);

    boolean hasEnded();
}
