package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.sync.Progress;
import dev.sluice.sync.WalkEnd;
import dev.sluice.sync.WalkReport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class MirrorLinesTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Filter NOTES = Filter.ALL.withKinds(Set.of(1));
    private static final Filter ISSUES = Filter.ALL.withKinds(Set.of(1621));

    @Test
    void aRelayHasALineWithWhatItBroughtAndHowFarBackItIs() {
        Progress progress = new Progress(List.of(relay(
                "wss://a.example",
                2_000,
                new Progress.Walk(NOTES, OptionalLong.empty(), Optional.of(WalkEnd.DRAINED)),
                new Progress.Walk(ISSUES, OptionalLong.of(1_700_000_000), Optional.empty()))));
        MirrorLines lines = new MirrorLines(() -> progress, 0);
        assertEquals(
                List.of("wss://a.example  2,000 stored  400/s  live, 7 duplicate, 1 refused, history 1 of 2 ended,"
                        + " back to 2023-11-14 22:13"),
                lines.lines(5 * SECOND, false));
    }

    @Test
    void moreRelaysThanAScreenHoldsAreSummedUp() {
        Progress progress = new Progress(IntStream.range(0, 25)
                .mapToObj(i -> relay("wss://r" + i + ".example", i))
                .toList());
        List<String> lines = new MirrorLines(() -> progress, 0).lines(SECOND, false);
        assertEquals(21, lines.size());
        assertEquals("and 5 more relays", lines.getLast());
    }

    @Test
    void theSummaryIsCompleteOnlyWhenAllIsDrained() {
        RelayUrl url = RelayUrl.parse("wss://a.example").orElseThrow();
        Progress progress = new Progress(List.of(relay("wss://a.example", 3)));
        WalkReport drained = new WalkReport(url, NOTES, WalkEnd.DRAINED);
        WalkReport refused = new WalkReport(url, ISSUES, WalkEnd.CLOSED);
        assertTrue(new MirrorSummary(progress, List.of(drained), 3).complete());
        MirrorSummary summary = new MirrorSummary(progress, List.of(drained, refused), 3);
        assertFalse(summary.complete());
        assertEquals(
                "{\"events\":3,\"complete\":false,\"relays\":[{\"relay\":\"wss://a.example\",\"received\":10,\"stored\":3,"
                        + "\"duplicate\":7,\"refused\":1,\"pages\":2,\"walks\":[{\"filter\":{\"kinds\":[1]},\"end\":\"DRAINED\"},"
                        + "{\"filter\":{\"kinds\":[1621]},\"end\":\"CLOSED\"}]}]}",
                summary.json().toString());
        assertEquals("  CLOSED  {\"kinds\":[1621]}", summary.words().get(2));
    }

    private static Progress.Relay relay(String url, long stored, Progress.Walk... walks) {
        return new Progress.Relay(
                RelayUrl.parse(url).orElseThrow(), Progress.State.LIVE, 10, stored, 7, 1, 2, 0, List.of(walks));
    }
}
