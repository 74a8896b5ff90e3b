package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.session.Refusal.Reaction;
import dev.sluice.session.RefusalClassifier.Channel;
import dev.sluice.session.RefusalTable.Amount;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class RefusalTableTest {

    @Test
    void theFirstRuleThatIsFoundDecides() {
        RefusalTable table = table(
                "let   MANY  too many|no more",
                "rule  closed,notice  FILTER_COUNT  (?:<MANY>) filters",
                "rule  any  RATE_LIMIT  <MANY>",
                "number  FILTER_COUNT  LIMIT  max (\\d+)",
                "number  FILTER_COUNT  LIMIT  (\\d+)");

        assertEquals(Optional.of(Reaction.FILTER_COUNT), reaction(table, Channel.CLOSED, "no more filters"));
        assertEquals(Optional.of(Reaction.RATE_LIMIT), reaction(table, Channel.NEG_ERR, "no more filters"));
        assertEquals(Optional.empty(), reaction(table, Channel.CLOSED, "filters"));
        assertEquals(OptionalLong.of(5), table.number(Reaction.FILTER_COUNT, Amount.LIMIT, "7 is too many, max 5"));
        assertEquals(OptionalLong.of(7), table.number(Reaction.FILTER_COUNT, Amount.LIMIT, "7 is too many"));
        assertEquals(OptionalLong.empty(), table.number(Reaction.FILTER_COUNT, Amount.BYTES, "7 is too many"));
    }

    @Test
    void anAlternationUnderANameStaysTogether() {
        RefusalTable table = table("let  A  x|y", "rule  any  IGNORED  ^<A>z");

        assertEquals(Optional.of(Reaction.IGNORED), reaction(table, Channel.CLOSED, "xz"));
        assertEquals(Optional.empty(), reaction(table, Channel.CLOSED, "x"));
    }

    @Test
    void aRuleDoesNotHoldWhereWhatIsNamedAboveItIsFound() {
        RefusalTable table = table("unless  per minute", "rule  any  FILTER_COUNT  filters", "rule  any  IGNORED  .*");

        assertEquals(Optional.of(Reaction.FILTER_COUNT), reaction(table, Channel.CLOSED, "ten filters"));
        assertEquals(Optional.of(Reaction.IGNORED), reaction(table, Channel.CLOSED, "ten filters per minute"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "maybe  closed  IGNORED  x|unknown keyword maybe",
                "rule  closed  IGNORED|too few columns",
                "rule  telex  IGNORED  x|unknown word telex",
                "rule  closed  SHRUG  x|unknown word SHRUG",
                "rule  closed  IGNORED  <NOBODY>|unknown word NOBODY",
                "rule  closed  IGNORED  (x|Unclosed group in (x",
                "rule  closed  IGNORED  (?<=a)x|a rule may not ask what stands before it",
                "unless|too few columns",
                "let  A  [|Unclosed character class in [",
                "let  KNOWN  y|KNOWN is defined twice",
                "number  FILTER_COUNT  APPLES  (x)|unknown word APPLES",
                "number  FILTER_COUNT  LIMIT  x|a number is the one group of its pattern",
            })
    void aBrokenTableIsABugWithItsPlace(String line, String what) {
        IllegalStateException bug =
                assertThrows(IllegalStateException.class, () -> table("# a comment", "let  KNOWN  x", "", line));

        assertEquals("some.table:4: " + what, bug.getMessage());
    }

    private static RefusalTable table(String... lines) {
        return RefusalTable.read("some.table", List.of(lines));
    }

    private static Optional<Reaction> reaction(RefusalTable table, Channel from, String text) {
        return table.meaning(from, text).map(RefusalTable.Meaning::reaction);
    }
}
