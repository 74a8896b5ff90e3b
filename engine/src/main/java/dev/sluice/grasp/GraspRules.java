package dev.sluice.grasp;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.DialRules;
import dev.sluice.nostr.RelayUrl;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an operator has said of the Git service.
 *
 * @param own where the service is; announcements must name it
 * @param bootstrap relays that are always asked for announcements; since the operator has named them, announcements may
 *     name them whatever their address is
 * @param archiveMode whether announcements are accepted that do not name the service (GRASP-05)
 * @param allow whose announcements are accepted at all; everybody's when empty
 * @param deny whose are not
 */
public record GraspRules(
        Service own, Set<RelayUrl> bootstrap, boolean archiveMode, Parties allow, Parties deny, RelayBounds bounds) {

    public GraspRules {
        bootstrap = Set.copyOf(bootstrap);
    }

    /** Rules without lists, with the usual bounds. */
    public static GraspRules of(Service own, Set<RelayUrl> bootstrap) {
        return new GraspRules(own, bootstrap, false, Parties.NONE, Parties.NONE, RelayBounds.USUAL);
    }

    /** The same with more bootstrap relays. */
    public GraspRules alsoFrom(Collection<RelayUrl> relays) {
        Set<RelayUrl> all = new HashSet<>(bootstrap);
        all.addAll(relays);
        return new GraspRules(own, all, archiveMode, allow, deny, bounds);
    }

    /** The same, with other rules on where URLs of announcements may lead. */
    public GraspRules reaching(DialRules dial) {
        RelayBounds reaching = new RelayBounds(bounds.perAuthor(), bounds.inAll(), dial);
        return new GraspRules(own, bootstrap, archiveMode, allow, deny, reaching);
    }

    /** Whether an announcement is accepted for itself: nobody has to name its author a maintainer. */
    boolean acceptItself(Announcement announcement) {
        Coordinate coordinate = announcement.coordinate();
        return mayBeAccepted(coordinate)
                && (allow.isEmpty() || allow.name(coordinate))
                && (archiveMode || announcement.names(own));
    }

    /** Whether it may be accepted at all, be it for itself or as a maintainer's. */
    boolean mayBeAccepted(Coordinate coordinate) {
        return !deny.name(coordinate);
    }

    /** A number that stands for what these rules accept; the same in every process. */
    long fingerprint() {
        return Fingerprint.of(own + " " + archiveMode + text(allow) + text(deny));
    }

    private static String text(Parties parties) {
        return " " + new TreeSet<>(parties.authors()) + " "
                + parties.repositories().stream()
                        .map(Coordinate::toString)
                        .sorted()
                        .toList();
    }
}
