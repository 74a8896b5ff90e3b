package dev.sluice.grasp;

/**
 * Relays that announcements name and that are not used.
 *
 * @param unreadable URLs that are no relay's
 * @param notPublic URLs of addresses that are not of the open internet
 * @param beyond relays beyond an author's bound or the bound of all
 */
public record RefusedRelays(int unreadable, int notPublic, int beyond) {
    /** None. */
    static final RefusedRelays NONE = new RefusedRelays(0, 0, 0);
}
