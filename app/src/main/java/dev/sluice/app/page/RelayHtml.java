package dev.sluice.app.page;

import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.nostr.RelayUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A relay's document as a page for people. */
final class RelayHtml {

    private RelayHtml() {}

    static String of(RelayInformation relay, Set<RelayUrl> urls) {
        StringBuilder body = new StringBuilder("<main>\n");
        body.append("<h1>").append(Html.text(relay.name())).append("</h1>\n");
        if (!relay.description().isEmpty()) {
            body.append("<p>").append(Html.text(relay.description())).append("</p>\n");
        }
        body.append("<p>This is a Nostr relay: connect with a Nostr client.</p>\n");
        list(body, "Address", addresses(urls));
        list(body, "What it takes", limits(relay.limitation()).stream());
        list(body, "About", about(relay).stream());
        body.append("</main>\n<footer>For programs, the same as JSON: ask with ")
                .append("<code>Accept: application/nostr+json</code>.</footer>\n");
        return Html.page(relay.name(), body.toString());
    }

    private static void list(StringBuilder body, String title, Stream<String> rows) {
        String all = rows.collect(Collectors.joining());
        if (!all.isEmpty()) {
            body.append("<h2>")
                    .append(title)
                    .append("</h2>\n<dl>\n")
                    .append(all)
                    .append("</dl>\n");
        }
    }

    /** One name for all of them. */
    private static Stream<String> addresses(Set<RelayUrl> urls) {
        return urls.isEmpty()
                ? Stream.empty()
                : Stream.concat(
                        Stream.of("<dt>relay</dt>"),
                        new TreeSet<>(urls).stream().map(url -> "<dd>" + Html.text(url.toString()) + "</dd>\n"));
    }

    private static String row(String name, String value) {
        return "<dt>" + Html.text(name) + "</dt><dd>" + Html.text(value) + "</dd>\n";
    }

    private static List<String> limits(RelayLimitation limits) {
        List<String> rows = new ArrayList<>();
        number(rows, "open subscriptions", limits.maxSubscriptions(), "");
        number(rows, "events for one filter, at most", limits.maxLimit(), "");
        number(rows, "events for a filter without a limit", limits.defaultLimit(), "");
        number(rows, "one message", limits.maxMessageLength(), " bytes");
        number(rows, "content of an event", limits.maxContentLength(), " characters");
        number(rows, "tags of an event", limits.maxEventTags(), "");
        seconds(rows, "events from the future", limits.createdAtUpperLimit());
        seconds(rows, "events from the past", limits.createdAtLowerLimit());
        if (limits.authRequired()) {
            rows.add(row("who may read", "who authenticates (NIP-42)"));
        }
        if (limits.restrictedWrites()) {
            rows.add(row("who may publish", "not everybody, or not everything"));
        }
        return rows;
    }

    private static void number(List<String> rows, String name, OptionalInt value, String unit) {
        if (value.isPresent()) {
            rows.add(row(name, String.format(Locale.ROOT, "%,d%s", value.getAsInt(), unit)));
        }
    }

    private static void seconds(List<String> rows, String name, OptionalLong value) {
        if (value.isPresent()) {
            rows.add(row(name, String.format(Locale.ROOT, "up to %,d seconds", value.getAsLong())));
        }
    }

    private static List<String> about(RelayInformation relay) {
        List<String> rows = new ArrayList<>();
        if (!relay.contact().isEmpty()) {
            rows.add(row("contact", relay.contact()));
        }
        if (!relay.pubkey().isEmpty()) {
            rows.add(row("operator", relay.pubkey()));
        }
        if (!relay.supportedNips().isEmpty()) {
            rows.add(row(
                    "protocol parts (NIPs)",
                    relay.supportedNips().stream().map(String::valueOf).collect(Collectors.joining(", "))));
        }
        rows.add(row("software", relay.software() + " " + relay.version()));
        return rows;
    }
}
