package dev.sluice.sync;

import dev.sluice.profile.Profile;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the replay of the incident against every profile as a table: for {@code bench/incident.sh}. */
final class IncidentTable {

    private IncidentTable() {}

    /** The profiles named, or all. */
    public static void main(String[] names) throws InterruptedException {
        Collection<String> profiles = names.length == 0 ? Profile.standard().keySet() : List.of(names);
        Incident incident = new Incident(Incident.SEED, Incident.REPOSITORIES, Incident.ROOTS);
        System.out.println("| relay | knowable refusals | learned by refusal | most open | allowed | live | REQs "
                + "| simulated s | complete | whole |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        for (String name : profiles) {
            for (Incident.Spelling spelling : Incident.Spelling.values()) {
                print(name, incident, Optional.of(spelling));
            }
            print(name, incident, Optional.empty());
        }
    }

    private static void print(String name, Incident incident, Optional<Incident.Spelling> spelling)
            throws InterruptedException {
        String kinds = spelling.map(
                        known -> known.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .orElse("in tiers");
        try (IncidentReplay replay = new IncidentReplay(name, incident, spelling)) {
            IncidentReplay.Report report = replay.run();
            print(report, kinds + ", cold", report.cold());
            print(report, kinds + ", again", report.again());
        }
    }

    private static void print(IncidentReplay.Report report, String which, IncidentReplay.Session session) {
        Profile profile = Profile.named(report.profile()).orElseThrow();
        long all = sum(session.refused().values());
        long knowable = sum(IncidentReplay.knowable(profile, session.refused()).values());
        System.out.printf(
                "| %s, %s | %d | %d | %d | %s | %s | %d | %d | %s | %s |%n",
                report.profile(),
                which,
                knowable,
                all - knowable,
                session.open(),
                report.budget().isPresent() ? Long.toString(report.budget().getAsLong()) : "–",
                session.state() == Progress.State.LIVE ? "yes" : "no",
                session.requests(),
                session.took().toSeconds(),
                session.complete() ? "yes" : "no",
                session.whole() ? "yes" : "no");
    }

    private static long sum(Collection<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }
}
