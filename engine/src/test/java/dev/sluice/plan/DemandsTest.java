package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.nostr.Filter;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DemandsTest {
    private static final Field E = Field.tag('e');

    @Test
    void valuesOfAFamilyComeTogetherInOrderOnce() {
        Demands demands = Demands.of(
                Demand.of(Tier.ESSENTIAL, Filter.ALL, E, List.of("c", "a")),
                Demand.of(Tier.ROOT, Filter.ALL, Field.tag('E'), List.of("a")),
                Demand.of(Tier.ESSENTIAL, Filter.ALL, E, List.of("b", "c", "b")));

        assertEquals(
                List.of(Tier.ESSENTIAL, Tier.ROOT),
                demands.all().stream().map(Demand::tier).toList());
        assertEquals(List.of("a", "b", "c"), demands.of(Tier.ESSENTIAL).get(0).values());
    }

    @Test
    void theOrderOfNamingMakesNoDifference() {
        Demand one = Demand.of(Tier.ESSENTIAL, Filter.ALL.withKinds(Set.of(1)));
        Demand other = Demand.of(Tier.ESSENTIAL, Filter.ALL, E, List.of("x"));

        assertEquals(Demands.of(one, other), Demands.of(other).and(Demands.of(one, other)));
    }

    @Test
    void aDemandHasNoLimitAndValuesOnlyWithAField() {
        Demand whole = Demand.of(Tier.ESSENTIAL, Filter.ALL.withLimit(OptionalInt.of(5)));

        assertEquals(Filter.ALL, whole.base());
        assertEquals(Filter.ALL, whole.filter(List.of()));
        assertThrows(IllegalArgumentException.class, () -> Demand.of(Tier.ESSENTIAL, Filter.ALL, E, List.of()));
    }

    @Test
    void aFieldPutsValuesWhereItsKeyStands() {
        String hex = "ab".repeat(32);

        assertEquals(1, Field.AUTHORS.with(Filter.ALL, List.of(hex)).authors().size());
        assertEquals(1, Field.IDS.with(Filter.ALL, List.of(hex)).ids().size());
        assertEquals(
                List.of("a", "b"),
                List.copyOf(Field.tag('A')
                        .with(Filter.ALL, List.of("b", "a"))
                        .tags()
                        .get('A')));
        assertThrows(IllegalArgumentException.class, () -> new Field("kinds"));
    }
}
