package dev.sluice.app.status;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import dev.sluice.budget.SlotClass;
import dev.sluice.sync.Progress;
import dev.sluice.sync.RelayStatus;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A status for a person, in lines of at most {@link #WIDTH} characters. */
public final class StatusTable {

    /** Columns of the terminal that it is made for. */
    public static final int WIDTH = 100;

    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Status status;
    private final Rates rates;

    private StatusTable(Status status, Rates rates) {
        this.status = status;
        this.rates = rates;
    }

    /**
     * The lines.
     *
     * @param mostRelays of which are told; where there are more, it is those that need a look, then the busiest
     */
    public static List<String> lines(Status status, Rates rates, int mostRelays) {
        return new StatusTable(status, rates).lines(mostRelays);
    }

    private List<String> lines(int most) {
        List<RelayStatus> relays = status.mirror().relays();
        List<String> lines = new ArrayList<>(head());
        if (!relays.isEmpty()) {
            lines.add("");
            lines.add(row("relay", "state", "gen", "slots", "live", "debts", "history", "events/s", "kB/s"));
            shown(relays, most).forEach(relay -> lines.addAll(relay(relay)));
        }
        if (relays.size() > most) {
            lines.add("and " + (relays.size() - most) + " more relays");
        }
        return lines.stream().map(line -> Cut.end(line, WIDTH)).toList();
    }

    private List<RelayStatus> shown(List<RelayStatus> relays, int most) {
        if (relays.size() <= most) {
            return relays;
        }
        return relays.stream()
                .sorted(Comparator.comparing((RelayStatus relay) -> !needsALook(relay))
                        .thenComparing(relay -> rates.of(relay.relay()).bytes(), Comparator.reverseOrder()))
                .limit(most)
                .toList();
    }

    private static boolean needsALook(RelayStatus relay) {
        return !relay.pauses().isEmpty() || relay.state() != Progress.State.LIVE || relay.debts() > 0;
    }

    private List<String> head() {
        List<String> lines = new ArrayList<>();
        lines.add(text(
                "sluice %s, process %d, up %s; %s UTC",
                status.program().version(),
                status.program().pid(),
                span(status.upSeconds()),
                MOMENT.format(Instant.ofEpochSecond(status.at()))));
        lines.add(text(
                "archive: %,d events, %,.1f MB, %,.0f/s more; %,d wait to be written; %,d clients",
                status.archive().events(),
                status.archive().fileBytes() / 1e6,
                rates.stored(),
                status.archive().queuedEvents(),
                status.clients()));
        lines.add(text(
                "verified: %,.0f/s, %,d in all, %,d wrong; %,d wait on lanes (%,.1f MB)",
                rates.verified(),
                status.intake().verified(),
                status.intake().invalid(),
                status.intake().queuedEvents(),
                status.intake().queuedBytes() / 1e6));
        lines.addAll(retained());
        lines.addAll(relays());
        return lines;
    }

    private List<String> retained() {
        String kept = status.retained().entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> text("%s %,d", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
        return kept.isEmpty() ? List.of() : Cut.lines("kept: " + kept, WIDTH, "      ");
    }

    private List<String> relays() {
        Map<Progress.State, Integer> states = new TreeMap<>();
        status.mirror().relays().forEach(relay -> states.merge(relay.state(), 1, Integer::sum));
        String told = states.entrySet().stream()
                .map(entry -> entry.getValue() + " " + state(entry.getKey()))
                .collect(Collectors.joining(", "));
        return told.isEmpty()
                ? List.of()
                : List.of(text(
                        "relays: %,d, of which %s", status.mirror().relays().size(), told));
    }

    private List<String> relay(RelayStatus relay) {
        Rates.OfRelay rate = rates.of(relay.relay());
        List<String> lines = new ArrayList<>();
        lines.add(row(
                Cut.middle(relay.relay().toString().replaceFirst("^wss://", ""), 32),
                state(relay.state()),
                Long.toString(relay.connections().stream()
                        .mapToLong(RelayStatus.Connection::generation)
                        .sum()),
                slots(relay),
                live(relay),
                Integer.toString(relay.debts()),
                text("%.1f %%", relay.history().share() * 100),
                text("%,.1f", rate.events()),
                text("%,.1f", rate.bytes() / 1000)));
        lines.addAll(details(relay));
        return lines;
    }

    /** What is held for live, as the margin and for the moment, of what the relay allows, over all connections. */
    private static String slots(RelayStatus relay) {
        int budget = relay.connections().stream()
                .mapToInt(RelayStatus.Connection::budget)
                .sum();
        return held(relay, SlotClass.Rank.LIVE) + "+" + held(relay, SlotClass.Rank.MARGIN) + "+"
                + held(relay, SlotClass.Rank.TRANSIENT) + "/" + budget;
    }

    private static int held(RelayStatus relay, SlotClass.Rank rank) {
        return relay.connections().stream()
                .flatMap(connection -> connection.held().entrySet().stream())
                .filter(entry -> entry.getKey().rank() == rank)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** Tiers that are live, of all. */
    private static String live(RelayStatus relay) {
        boolean open = relay.state() == Progress.State.LIVE || relay.state() == Progress.State.OPENING;
        long live = relay.tiers().stream()
                .filter(tier -> open && tier.rotating() + tier.left() == 0)
                .count();
        return live + "/" + relay.tiers().size();
    }

    private List<String> details(RelayStatus relay) {
        List<String> details = new ArrayList<>();
        relay.pauses()
                .forEach(pause -> details.add("pause " + word(pause.kind()) + " until "
                        + MOMENT.format(Instant.ofEpochSecond(pause.until()))));
        relay.tiers().stream()
                .filter(tier -> tier.rotating() + tier.left() > 0)
                .forEach(tier -> details.add(text(
                        "%s: %d filters rotate, %d are not live", word(tier.tier()), tier.rotating(), tier.left())));
        relay.history()
                .oldestOpen()
                .ifPresent(start -> details.add(text(
                        "%d walks open, the oldest since %s",
                        relay.history().openWalks(), MOMENT.format(Instant.ofEpochSecond(start)))));
        if (relay.history().method() == RelayStatus.Method.PAGES) {
            details.add("pages: " + relay.history().why());
        }
        relay.refusal()
                .ifPresent(last -> details.add(text(
                        "refused %s ago (%s): %s",
                        span(status.at() - last.at()), word(last.reaction()), last.words())));
        return details.stream().map(detail -> "    " + Cut.plain(detail)).toList();
    }

    /** What a relay's worker does, in words. */
    public static String state(Progress.State state) {
        return switch (state) {
            case WAITING -> "waiting";
            case DIALLING -> "dialling";
            case OPENING -> "opening";
            case LIVE -> "live";
            case HISTORY_ONLY -> "history only";
            case ENDED -> "ended";
        };
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String row(Object... cells) {
        return String.format(Locale.ROOT, "%-32s %-12s %4s %12s %5s %5s %7s %8s %7s", cells);
    }

    /** A span as a person reads it. */
    static String span(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min";
        }
        return seconds < 86_400
                ? text("%d h %02d min", seconds / 3600, seconds / 60 % 60)
                : text("%d d %02d h", seconds / 86_400, seconds / 3600 % 24);
    }

    @FormatMethod
    private static String text(@FormatString String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
