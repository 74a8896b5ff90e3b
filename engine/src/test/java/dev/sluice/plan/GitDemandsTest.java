package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GitDemandsTest {
    private static final String REPOSITORY = "30617:" + "ab".repeat(32) + ":sluice";
    private static final String ROOT = "11".repeat(32);
    private static final String REPLY = "22".repeat(32);

    @Test
    void announcementsAndStatesAreEssential() {
        Demands demands = GitDemands.announcements().and(GitDemands.states(List.of("sluice", "gate")));

        assertEquals(
                List.of(
                        "ESSENTIAL {\"kinds\":[10317,30617]}",
                        "ESSENTIAL {\"kinds\":[30618],\"#d\":[\"gate\",\"sluice\"]}"),
                lines(demands));
    }

    @Test
    void repositoriesAndRootsAreWantedInTiersAndQuotedTogether() {
        Demands demands = GitDemands.repositories(List.of(REPOSITORY)).and(GitDemands.roots(List.of(ROOT)));

        assertEquals(
                List.of(
                        "ESSENTIAL {\"#a\":[\"" + REPOSITORY + "\"]}",
                        "ESSENTIAL {\"#e\":[\"" + ROOT + "\"]}",
                        "ROOT {\"#E\":[\"" + ROOT + "\"]}",
                        "CORE {\"#A\":[\"" + REPOSITORY + "\"]}",
                        "CORE {\"#q\":[\"" + ROOT + "\",\"" + REPOSITORY + "\"]}"),
                lines(demands));
    }

    @Test
    void descendantsAreNeverEssentialAndTheirOwnThreadsAreHistory() {
        Demands demands = GitDemands.descendants(List.of(REPLY), List.of(REPOSITORY));

        assertEquals(
                List.of(
                        "DESCENDANT {\"#a\":[\"" + REPOSITORY + "\"]}",
                        "DESCENDANT {\"#e\":[\"" + REPLY + "\"]}",
                        "DESCENDANT_QUOTE {\"#q\":[\"" + REPLY + "\",\"" + REPOSITORY + "\"]}",
                        "HISTORY {\"#A\":[\"" + REPOSITORY + "\"]}",
                        "HISTORY {\"#E\":[\"" + REPLY + "\"]}"),
                lines(demands));
    }

    @Test
    void nothingWantsNothing() {
        Demands nothing = GitDemands.states(List.of())
                .and(GitDemands.repositories(List.of()))
                .and(GitDemands.roots(List.of()))
                .and(GitDemands.descendants(List.of(), List.of()));

        assertTrue(nothing.isEmpty());
    }

    private static List<String> lines(Demands demands) {
        Stream<Demand> all = demands.all().stream();
        return all.map(demand -> demand.tier() + " " + Codec.encode(demand.filter(demand.values())))
                .toList();
    }
}
