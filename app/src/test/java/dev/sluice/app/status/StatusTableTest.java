package dev.sluice.app.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.EventArchive;
import dev.sluice.budget.SlotClass;
import dev.sluice.intake.Intake;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.pace.Pauses;
import dev.sluice.plan.Tier;
import dev.sluice.session.Refusal;
import dev.sluice.sync.MirrorStatus;
import dev.sluice.sync.Progress;
import dev.sluice.sync.RelayStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class StatusTableTest {

    private static final long NOW = 1_750_000_000;
    private static final RelayUrl ONE = RelayUrl.parse("wss://relay.example").orElseThrow();

    @Test
    void aQuietMirrorTakesALineForEachRelay() {
        Status status = status(100, relay(ONE, Progress.State.LIVE, 1_000));
        Status later = status(151, relay(ONE, Progress.State.LIVE, 31_000));
        assertEquals(
                List.of(
                        "sluice 1.0, process 7, up 1 h 02 min; 2025-06-15 15:06:40 UTC",
                        "archive: 151 events, 5.0 MB, 26/s more; 3 wait to be written; 2 clients",
                        "verified: 26/s, 151 in all, 1 wrong; 4 wait on lanes (0.0 MB)",
                        "kept: lane_events 4, requests 2",
                        "relays: 1, of which 1 live",
                        "",
                        "relay                            state         gen        slots  live debts history events/s"
                                + "    kB/s",
                        "relay.example                    live            3     2+0+1/20   1/1     0  75.0 %     25.5"
                                + "    15.0"),
                StatusTable.lines(later, Rates.between(status, later, 2), 20).stream()
                        .map(String::stripTrailing)
                        .toList());
    }

    @Test
    void whatNeedsALookIsToldBelow() {
        RelayStatus troubled = new RelayStatus(
                ONE,
                false,
                Progress.State.WAITING,
                List.of(),
                List.of(new RelayStatus.Live(Tier.ROOT, 12, 3, 0)),
                2,
                List.of(new RelayStatus.Pause(Pauses.Kind.RATE, NOW + 65)),
                Optional.of(new RelayStatus.Refused("slow\u001b[2J down", Refusal.Reaction.RATE_LIMIT, NOW - 125)),
                new RelayStatus.History(
                        12, 0, 1, OptionalLong.of(NOW - 86_400), RelayStatus.Method.PAGES, "unknown command"),
                new RelayStatus.Counts(0, 0, 0, 0, 0, 0, 0));
        List<String> lines = lines(20, troubled);
        assertEquals(
                List.of(
                        "    pause rate until 2025-06-15 15:07:45",
                        "    root: 3 filters rotate, 0 are not live",
                        "    1 walks open, the oldest since 2025-06-14 15:06:40",
                        "    pages: unknown command",
                        "    refused 2 min ago (rate limit): slow?[2J down"),
                lines.subList(lines.size() - 5, lines.size()));
        assertTrue(lines.get(lines.size() - 6).contains("0+0+0/0   0/1     2   0.0 %"), lines.toString());
    }

    @Test
    void twoHundredRelaysWithLongNamesKeepTheirColumns() {
        RelayStatus[] relays = new RelayStatus[200];
        for (int i = 0; i < relays.length; i++) {
            RelayUrl url = RelayUrl.parse("wss://" + "very-long-name.".repeat(6) + i + ".example/some/path")
                    .orElseThrow();
            relays[i] = relay(url, i == 150 ? Progress.State.HISTORY_ONLY : Progress.State.LIVE, 9_999_999_999L);
        }
        List<String> all = lines(Integer.MAX_VALUE, relays);
        assertTrue(all.size() >= 205, "lines " + all.size());
        assertTrue(all.stream().allMatch(line -> line.length() <= StatusTable.WIDTH), all.toString());
        assertTrue(all.get(all.size() - 1).startsWith("very-long-name.v"), all.get(all.size() - 1));
        assertTrue(all.get(all.size() - 1).contains("…"), all.get(all.size() - 1));

        List<String> some = lines(20, relays);
        assertEquals("and 180 more relays", some.get(some.size() - 1));
        assertTrue(some.stream().anyMatch(line -> line.contains("history only  ")), some.toString());
        assertTrue(some.size() <= 30, "lines " + some.size());
    }

    @Test
    void aRateIsNeverBelowNothing() {
        Status before = status(100, relay(ONE, Progress.State.LIVE, 50_000));
        Status after = status(90, relay(ONE, Progress.State.LIVE, 10));
        Rates rates = Rates.between(before, after, 1);
        assertEquals(new Rates(0, 0, Map.of(ONE, new Rates.OfRelay(0, 0))), rates);
        assertEquals(
                0, rates.of(RelayUrl.parse("wss://other.example").orElseThrow()).bytes());
    }

    @Test
    void theJsonHasEverythingInFull() {
        Status status = status(100, relay(ONE, Progress.State.LIVE, 1_000));
        String json = StatusJson.of(status, Rates.between(status, status, 1)).toString();
        for (String part : List.of(
                "\"running\":true",
                "\"archive\":{\"events\":100,\"bytes\":5000000,\"queued\":3,\"stored_per_second\":0.0}",
                "\"held\":{\"LIVE\":2,\"HISTORIC_PAGE\":1}",
                "\"history\":{\"values\":4,\"complete\":3,\"open_walks\":0,\"method\":\"NEGENTROPY\",\"why\":\"\"}",
                "\"retained\":{\"lane_events\":4,\"mentions\":0,\"requests\":2}")) {
            assertTrue(json.contains(part), json);
        }
    }

    private static List<String> lines(int most, RelayStatus... relays) {
        Status status = status(100, relays);
        return StatusTable.lines(status, Rates.between(status, status, 1), most);
    }

    private static RelayStatus relay(RelayUrl url, Progress.State state, long count) {
        return new RelayStatus(
                url,
                false,
                state,
                List.of(new RelayStatus.Connection(
                        0, 3, true, 20, Map.of(SlotClass.LIVE, 2, SlotClass.HISTORIC_PAGE, 1, SlotClass.PROBE, 0), 0)),
                List.of(new RelayStatus.Live(Tier.ESSENTIAL, 4, 0, 0)),
                0,
                List.of(),
                Optional.empty(),
                new RelayStatus.History(4, 3, 0, OptionalLong.empty(), RelayStatus.Method.NEGENTROPY, ""),
                new RelayStatus.Counts(count * 17 / 10_000, 0, 0, 0, 0, count, 0));
    }

    private static Status status(long events, RelayStatus... relays) {
        TreeMap<String, Long> retained = new TreeMap<>(Map.of("requests", 2L, "lane_events", 4L, "mentions", 0L));
        return new Status(
                NOW,
                new Status.Program("1.0", 7),
                3_725,
                new EventArchive.Statistics(events, 5_000_000, 3, 1),
                new Intake.Statistics(4, 4_000, 0, events, 1, 0),
                2,
                retained,
                new MirrorStatus(new ArrayList<>(List.of(relays))));
    }
}
