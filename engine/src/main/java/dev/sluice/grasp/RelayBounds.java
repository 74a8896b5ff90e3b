package dev.sluice.grasp;

import dev.sluice.nostr.DialRules;

/**
 * How many relays announcements may make us use, and where these may be (DESIGN 12); those that the operator named do not
 * count.
 *
 * @param perAuthor of all announcements of one author
 * @param inAll of all authors
 * @param dial where their URLs may lead
 */
public record RelayBounds(int perAuthor, int inAll, DialRules dial) {

    /**
     * Announcements in use name up to ten relays and Git servers, and an author's mostly the same: thirty leave room for
     * three such sets. With a dial every 250 ms, a thousand relays are dialled within about four minutes.
     */
    public static final RelayBounds USUAL = new RelayBounds(30, 1_000, DialRules.OPEN_INTERNET);

    public RelayBounds {
        if (perAuthor < 1 || inAll < 1) {
            throw new IllegalArgumentException(perAuthor + " " + inAll);
        }
    }
}
