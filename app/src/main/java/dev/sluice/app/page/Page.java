package dev.sluice.app.page;

/** What answers on one path. */
@FunctionalInterface
public interface Page {

    /**
     * Answers a GET. May block on the archive.
     *
     * @param accept the request's Accept header, "" without one
     */
    Answer answer(String accept) throws InterruptedException;
}
