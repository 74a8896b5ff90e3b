package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.text.JsonObject;
import dev.sluice.grasp.ArchivedDemands;
import dev.sluice.grasp.GraspRules;
import dev.sluice.grasp.Parties;
import dev.sluice.grasp.RelayBounds;
import dev.sluice.grasp.Service;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Tier;
import java.util.List;
import java.util.Set;

/** What is planned for, and what was taken for granted to get there. */
sealed interface PlannedSet {

    Demands demands();

    /** Beside the numbers of a plan. */
    JsonObject json(JsonObject plan);

    /** Above the words of a plan. */
    List<String> words();

    /** A set that somebody has written down. */
    record OfFile(Demands demands) implements PlannedSet {
        @Override
        public JsonObject json(JsonObject plan) {
            return plan;
        }

        @Override
        public List<String> words() {
            return List.of();
        }
    }

    /**
     * What an archive's repositories want.
     *
     * @param ruled whether rules said which of them are accepted; else all are
     * @param filters that are watched besides
     */
    record OfArchive(ArchivedDemands archived, boolean ruled, List<Demand> filters) implements PlannedSet {
        /** In archive mode nobody has to name the service, so it makes no difference where that is. */
        private static final GraspRules EVERYTHING = new GraspRules(
                Service.parse("localhost"), Set.of(), true, Parties.NONE, Parties.NONE, RelayBounds.USUAL);

        static OfArchive of(ArchiveReader archive, Configuration configuration) throws InterruptedException {
            GraspRules rules = configuration.grasp().orElse(EVERYTHING);
            List<Demand> filters = configuration.watches().stream()
                    .map(watch -> Demand.watch(Tier.ESSENTIAL, watch))
                    .toList();
            return new OfArchive(
                    ArchivedDemands.of(archive::values, rules),
                    configuration.grasp().isPresent(),
                    filters);
        }

        @Override
        public Demands demands() {
            return archived.demands().and(new Demands(filters));
        }

        @Override
        public JsonObject json(JsonObject plan) {
            return plan.put("announced", archived.announced())
                    .put("accepted", archived.accepted())
                    .put("accepted_by", ruled ? "grasp" : "all");
        }

        @Override
        public List<String> words() {
            String how = ruled
                    ? "by [grasp]"
                    : "for nothing says which are not: --config names a configuration whose [grasp] does";
            String more = filters.isEmpty() ? "" : String.format("; [[watch]] filters: %,d", filters.size());
            return List.of(
                    String.format(
                            "repositories: %,d announced, %,d accepted, %s%s",
                            archived.announced(), archived.accepted(), how, more),
                    "");
        }
    }
}
