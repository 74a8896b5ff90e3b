package dev.sluice.grasp;

/**
 * How many relays announcements may make us use (DESIGN 12); those that the operator named do not count.
 *
 * @param perAuthor of all announcements of one author
 * @param inAll of all authors
 */
public record RelayBounds(int perAuthor, int inAll) {

    /**
     * Announcements in use name up to ten relays and Git servers, and an author's mostly the same: thirty leave room for
     * three such sets. With a dial every 250 ms, a thousand relays are dialled within about four minutes.
     */
    public static final RelayBounds USUAL = new RelayBounds(30, 1_000);

    public RelayBounds {
        if (perAuthor < 1 || inAll < 1) {
            throw new IllegalArgumentException(perAuthor + " " + inAll);
        }
    }
}
