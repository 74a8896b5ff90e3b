package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.budget.Budgets;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.plan.Bounds;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.GroupSet;
import dev.sluice.plan.Tier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(20)
class IncidentPlanTest {

    /** As plain filters: as few REQs as the bytes allow. */
    @ParameterizedTest
    @EnumSource
    void theIncidentTakesElevenReqs(Incident.Spelling spelling) {
        Budgets said = DocumentedLimits.of(RelayInformation.NONE, false).budgets();
        Demands demands = new Demands(new Incident(Incident.SEED, 0, 0)
                .watches(spelling).stream()
                        .map(filter -> Demand.of(Tier.ESSENTIAL, filter))
                        .toList());

        GroupSet packed = GroupSet.pack(demands.all(), Bounds.of(said));

        assertEquals(20, said.subscriptions());
        assertEquals(34, packed.filters());
        assertEquals(11, packed.size());
    }
}
