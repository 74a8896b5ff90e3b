package dev.sluice.grasp;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayUrl;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * Which relays are asked for which repositories: those that their announcements list, and those at the places of their Git
 * servers. The same for the same announcements, in whatever order they come.
 *
 * @param repositories of each relay; none for a relay that is only a bootstrap relay
 */
record RelaySelection(SortedMap<RelayUrl, Set<Coordinate>> repositories, RefusedRelays refused) {

    static RelaySelection of(Collection<Announcement> announcements, GraspRules rules) {
        Selecting selecting = new Selecting(rules);
        announcements.forEach(selecting::read);
        return selecting.selected();
    }

    /** What is counted on the way. */
    private static final class Selecting {
        private final GraspRules rules;
        private final Map<PublicKey, Map<RelayUrl, Candidate>> byAuthor = new HashMap<>();
        private final SortedMap<RelayUrl, Set<Coordinate>> selected = new TreeMap<>();
        private int unreadable;
        private int guarded;
        private int beyond;

        Selecting(GraspRules rules) {
            this.rules = rules;
            rules.bootstrap().forEach(relay -> selected.put(relay, new HashSet<>()));
        }

        void read(Announcement announcement) {
            announcement.relays().forEach(url -> read(RelayUrl.parse(url), announcement));
            announcement.clones().stream()
                    .filter(Service::speaksHttp)
                    .forEach(url -> read(Service.relayOf(url), announcement));
        }

        private void read(Optional<RelayUrl> named, Announcement announcement) {
            if (named.isEmpty()) {
                unreadable++;
                return;
            }
            RelayUrl relay = named.get();
            if (rules.bootstrap().contains(relay)) {
                selected.computeIfAbsent(relay, any -> new HashSet<>()).add(announcement.coordinate());
            } else if (Service.of(relay).equals(rules.own())) {
                return;
            } else if (!rules.bounds().dial().mayDial(relay)) {
                guarded++;
            } else {
                byAuthor.computeIfAbsent(announcement.coordinate().pubkey(), any -> new HashMap<>())
                        .computeIfAbsent(relay, Candidate::new)
                        .repositories
                        .add(announcement.coordinate());
            }
        }

        RelaySelection selected() {
            Map<RelayUrl, Candidate> candidates = new HashMap<>();
            for (Map<RelayUrl, Candidate> ofAuthor : byAuthor.values()) {
                for (Candidate candidate : most(ofAuthor, rules.bounds().perAuthor(), one -> one.repositories.size())) {
                    candidates.computeIfAbsent(candidate.relay, Candidate::new).join(candidate);
                }
            }
            most(candidates, rules.bounds().inAll(), one -> one.authors)
                    .forEach(candidate -> selected.put(candidate.relay, candidate.repositories));
            return new RelaySelection(selected, new RefusedRelays(unreadable, guarded, beyond));
        }

        /** Those that are named most, then by URL. */
        private List<Candidate> most(Map<RelayUrl, Candidate> all, int bound, ToIntFunction<Candidate> named) {
            beyond += Math.max(0, all.size() - bound);
            return all.values().stream()
                    .sorted(Comparator.comparingInt(named).reversed().thenComparing(one -> one.relay))
                    .limit(bound)
                    .toList();
        }
    }

    /** A relay that one author names, or several. */
    private static final class Candidate {
        private final RelayUrl relay;
        private final Set<Coordinate> repositories = new HashSet<>();
        private int authors;

        Candidate(RelayUrl relay) {
            this.relay = relay;
        }

        /** Adds what one more author wants of it. */
        void join(Candidate ofAuthor) {
            repositories.addAll(ofAuthor.repositories);
            authors++;
        }
    }
}
