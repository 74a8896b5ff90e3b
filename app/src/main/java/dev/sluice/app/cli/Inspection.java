package dev.sluice.app.cli;

import dev.sluice.app.text.JsonObject;
import dev.sluice.budget.Budgets;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.sync.DocumentedLimits;
import dev.sluice.wire.Dialer.Fetched;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a relay said of itself and what follows from it.
 *
 * @param information null when there was no document that can be read
 * @param fault why there was none, or ""
 * @param limits what one connection would keep to
 */
record Inspection(RelayUrl relay, @Nullable RelayInformation information, String fault, DocumentedLimits limits) {

    static Inspection of(RelayUrl relay, Fetched fetched, boolean owned) {
        return switch (fetched) {
            case Fetched.Absent absent -> undocumented(relay, absent.detail(), owned);
            case Fetched.Document document ->
                switch (RelayInformation.parse(document.json())) {
                    case Decoded.Message<RelayInformation>(RelayInformation read) ->
                        new Inspection(relay, read, "", DocumentedLimits.of(read, owned));
                    case Decoded.Malformed<RelayInformation> wrong -> undocumented(relay, wrong.reason(), owned);
                };
        };
    }

    private static Inspection undocumented(RelayUrl relay, String fault, boolean owned) {
        return new Inspection(relay, null, fault, DocumentedLimits.none(owned));
    }

    JsonObject json() {
        JsonObject json = new JsonObject().put("relay", relay.toString());
        if (information == null) {
            json.raw("information", "null").put("fault", fault);
        } else {
            json.raw("information", information.encode());
        }
        return json.put("budgets", budgetNumbers());
    }

    List<String> words() {
        List<String> lines = new ArrayList<>();
        lines.add(relay.toString());
        if (information == null) {
            lines.add("  no information document: " + fault);
        } else {
            said(information).forEach((name, value) -> lines.add(String.format("  %-22s %s", name, value)));
        }
        lines.add("budgets of one connection");
        budgetNumbers().forEach((name, value) -> lines.add(String.format("  %-22s %,d", name, value)));
        return lines;
    }

    private Map<String, Long> budgetNumbers() {
        Budgets budgets = limits.budgets();
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("subscriptions", (long) budgets.subscriptions());
        numbers.put("filters_per_request", (long) budgets.filters());
        numbers.put("payload_bytes", (long) budgets.payloadBytes());
        numbers.put("chunk_bytes", (long) budgets.chunkBytes());
        numbers.put("page_limit", (long) budgets.pageLimit());
        return numbers;
    }

    /** Texts of the relay's own choice: control characters would reach the terminal. */
    private static Map<String, String> said(RelayInformation information) {
        RelayLimitation limitation = information.limitation();
        Map<String, String> said = new LinkedHashMap<>();
        said.put("name", information.name());
        said.put("description", information.description());
        said.put("contact", information.contact());
        said.put("pubkey", information.pubkey());
        said.put("software", information.software());
        said.put("version", information.version());
        said.put(
                "supported NIPs",
                information.supportedNips().stream().map(String::valueOf).collect(Collectors.joining(" ")));
        said.put("max_subscriptions", number(limitation.maxSubscriptions()));
        said.put("max_message_length", number(limitation.maxMessageLength()));
        said.put("max_limit", number(limitation.maxLimit()));
        said.put("default_limit", number(limitation.defaultLimit()));
        said.put("auth_required", limitation.authRequired() ? "yes" : "");
        said.put("payment_required", limitation.paymentRequired() ? "yes" : "");
        said.put("restricted_writes", limitation.restrictedWrites() ? "yes" : "");
        said.values().removeIf(String::isEmpty);
        said.replaceAll((name, value) -> value.replaceAll("\\p{Cntrl}", " "));
        return said;
    }

    private static String number(OptionalInt number) {
        return number.isEmpty() ? "" : String.format("%,d", number.getAsInt());
    }
}
