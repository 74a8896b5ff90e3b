package dev.sluice.grasp;

/**
 * Relays that announcements name and that are not used.
 *
 * @param unreadable URLs that are no relay's
 * @param guarded URLs that may not be dialled
 * @param beyond relays beyond an author's bound or the bound of all
 */
public record RefusedRelays(int unreadable, int guarded, int beyond) {
    /** None. */
    static final RefusedRelays NONE = new RefusedRelays(0, 0, 0);
}
