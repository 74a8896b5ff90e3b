package dev.sluice.store;

import org.jspecify.annotations.Nullable;

/**
 * A walk along an index that can rest between two slices. It keeps keys only, so a rest costs nothing. One thread at a
 * time.
 */
interface Walk {

    /** The next event in order, each once; null when the walk has ended or the budget is spent. */
    @Nullable
    Found next(Maps maps, Budget budget);

    boolean hasEnded();

    /** Lets go of what belongs to the version that was read. */
    void rest();

    /** A walk that meets nothing. */
    Walk NOWHERE = new Walk() {
        @Override
        public @Nullable Found next(Maps maps, Budget budget) {
            return null;
        }

        @Override
        public boolean hasEnded() {
            return true;
        }

        @Override
        public void rest() {}
    };
}
