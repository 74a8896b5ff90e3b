package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class ClassifyTest {

    @Test
    void everyLineIsAnsweredWithItsReaction() {
        CommandRun run = CommandRun.reading("""
                CLOSED\trate-limited: too many REQs
                NOTICE\tunknown command
                NOTICE+NEG\tunknown command
                NEG-ERR\tblocked: too many query results
                OK true\tduplicate: have it
                OK false\tpow: 20 bits needed
                OK\tduplicate: have it
                HTTP\t429 Too Many Requests
                WSCLOSE\t1009
                CLOSED\t
                CLOSED\tno\ttab parts what a text holds
                """, "classify");

        assertEquals(
                List.of(
                        "SUBSCRIPTION_LIMIT",
                        "IGNORED",
                        "NEG_UNSUPPORTED",
                        "NEG_TOO_BIG",
                        "IGNORED",
                        "POLICY_PAUSE",
                        "IGNORED",
                        "RATE_LIMIT",
                        "FILTER_TOO_BIG",
                        "IGNORED",
                        "TRANSIENT_ERROR"),
                run.lines());
        assertEquals(Exit.DONE, run.exit());
        assertEquals("", run.err());
    }

    @Test
    void aWordThatIsNoChannelIsAUsageError() {
        CommandRun run = CommandRun.reading("CLOSED\tslow down\nTELEX\tslow down\nCLOSED\tslow down\n", "classify");

        assertEquals(Exit.USAGE, run.exit());
        assertEquals(List.of("TOO_MANY_QUERIES"), run.lines());
        assertEquals(
                "sluice: line 2: TELEX is none of CLOSED, NOTICE, NOTICE+NEG, NEG-ERR, OK true, OK false, HTTP, WSCLOSE",
                run.err().strip());
    }

    @Test
    void aLineWithoutATabIsAUsageError() {
        CommandRun run = CommandRun.reading("\n", "classify");

        assertEquals(Exit.USAGE, run.exit());
        assertEquals(
                "sluice: line 1: a tab must part where the text came from and the text",
                run.err().strip());
    }
}
