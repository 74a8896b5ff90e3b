package dev.sluice.app.status;

import dev.sluice.app.text.JsonObject;
import dev.sluice.sync.RelayStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/** A status as one JSON object: what {@code sluice status --json} prints, by the names in the operations guide. */
public final class StatusJson {

    private StatusJson() {}

    /** The object. */
    public static JsonObject of(Status status, Rates rates) {
        return new JsonObject()
                .put("running", true)
                .put("at", status.at())
                .put("version", status.program().version())
                .put("pid", status.program().pid())
                .put("up_seconds", status.upSeconds())
                .put("archive", archive(status, rates))
                .put("intake", intake(status, rates))
                .put("clients", status.clients())
                .put("retained", status.retained())
                .put(
                        "relays",
                        status.mirror().relays().stream()
                                .map(relay -> relay(relay, rates.of(relay.relay())))
                                .toList());
    }

    private static JsonObject archive(Status status, Rates rates) {
        return new JsonObject()
                .put("events", status.archive().events())
                .put("bytes", status.archive().fileBytes())
                .put("queued", status.archive().queuedEvents())
                .put("stored_per_second", rounded(rates.stored()));
    }

    private static JsonObject intake(Status status, Rates rates) {
        return new JsonObject()
                .put("queued_events", status.intake().queuedEvents())
                .put("queued_bytes", status.intake().queuedBytes())
                .put("known", status.intake().known())
                .put("verified", status.intake().verified())
                .put("invalid", status.intake().invalid())
                .put("verified_per_second", rounded(rates.verified()));
    }

    private static JsonObject relay(RelayStatus relay, Rates.OfRelay rates) {
        JsonObject json = new JsonObject()
                .put("relay", relay.relay().toString())
                .put("owned", relay.owned())
                .put("state", relay.state().name())
                .put(
                        "connections",
                        relay.connections().stream().map(StatusJson::connection).toList())
                .put("tiers", relay.tiers().stream().map(StatusJson::tier).toList())
                .put("debts", relay.debts())
                .put("pauses", relay.pauses().stream().map(StatusJson::pause).toList())
                .put("history", history(relay.history()))
                .put("counts", counts(relay.counts()))
                .put("events_per_second", rounded(rates.events()))
                .put("bytes_per_second", rounded(rates.bytes()));
        relay.refusal().ifPresent(last -> json.put("last_refusal", refusal(last)));
        return json;
    }

    private static JsonObject connection(RelayStatus.Connection connection) {
        Map<String, Long> held = new LinkedHashMap<>();
        connection.held().forEach((slotClass, slots) -> held.put(slotClass.name(), (long) slots));
        return new JsonObject()
                .put("number", connection.number())
                .put("generation", connection.generation())
                .put("open", connection.open())
                .put("budget", connection.budget())
                .put("held", held)
                .put("waiting", connection.waiting());
    }

    private static JsonObject tier(RelayStatus.Live live) {
        return new JsonObject()
                .put("tier", live.tier().name())
                .put("values", live.values())
                .put("rotating", live.rotating())
                .put("not_live", live.left());
    }

    private static JsonObject pause(RelayStatus.Pause pause) {
        return new JsonObject().put("kind", pause.kind().name()).put("until", pause.until());
    }

    private static JsonObject refusal(RelayStatus.Refused refused) {
        return new JsonObject()
                .put("words", refused.words())
                .put("reaction", refused.reaction().name())
                .put("at", refused.at());
    }

    private static JsonObject history(RelayStatus.History history) {
        JsonObject json = new JsonObject()
                .put("values", history.values())
                .put("complete", history.complete())
                .put("open_walks", history.openWalks())
                .put("method", history.method().name())
                .put("why", history.why());
        history.oldestOpen().ifPresent(second -> json.put("oldest_open", second));
        return json;
    }

    private static JsonObject counts(RelayStatus.Counts counts) {
        return new JsonObject()
                .put("received", counts.received())
                .put("stored", counts.stored())
                .put("duplicate", counts.duplicate())
                .put("refused", counts.refused())
                .put("pages", counts.pages())
                .put("bytes_in", counts.bytesIn())
                .put("bytes_out", counts.bytesOut());
    }

    private static double rounded(double rate) {
        return Math.round(rate * 10) / 10.0;
    }
}
