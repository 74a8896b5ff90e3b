package dev.sluice.sync;

import dev.sluice.session.Turn;
import java.util.concurrent.Semaphore;

/**
 * A place among the history jobs of the whole process. One is held while something is under way, and never while waiting
 * for a gate, a slot or a pause: it is taken with the turn in hand.
 */
final class Place implements AutoCloseable {
    private final Semaphore places;

    private Place(Semaphore places) {
        this.places = places;
    }

    /** Blocks until there is one. An interrupt gives the turn's slot back. */
    static Place await(Semaphore places, Turn.Ready turn) throws InterruptedException {
        boolean placed = false;
        try {
            places.acquire();
            placed = true;
            return new Place(places);
        } finally {
            if (!placed) {
                turn.slot().close();
            }
        }
    }

    @Override
    public void close() {
        places.release();
    }
}
