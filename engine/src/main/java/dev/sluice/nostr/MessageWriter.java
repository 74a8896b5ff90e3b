package dev.sluice.nostr;

import dev.sluice.nostr.RelayMessage.Hint;
import java.util.List;

/** Writes frames. */
final class MessageWriter {

    /** Room for most frames without an event. */
    private static final int SHORT = 256;

    private final JsonText json;

    private MessageWriter(String label, int capacity) {
        this.json = new JsonText(capacity).plain("[\"").plain(label).plain('"');
    }

    static String write(ClientMessage message) {
        return switch (message) {
            case ClientMessage.Publish publish ->
                label("EVENT", publish.event()).event(publish.event()).end();
            case ClientMessage.Req req ->
                label("REQ").id(req.id()).filters(req.filters()).end();
            case ClientMessage.Close close -> label("CLOSE").id(close.id()).end();
            case ClientMessage.Count count ->
                label("COUNT").id(count.id()).filters(count.filters()).end();
            case ClientMessage.Auth auth ->
                label("AUTH", auth.event()).event(auth.event()).end();
            case ClientMessage.NegOpen open ->
                label("NEG-OPEN")
                        .id(open.id())
                        .filters(List.of(open.filter()))
                        .string(open.payload())
                        .end();
            case ClientMessage.NegMsg msg ->
                label("NEG-MSG").id(msg.id()).string(msg.payload()).end();
            case ClientMessage.NegClose close ->
                label("NEG-CLOSE").id(close.id()).end();
        };
    }

    static String write(RelayMessage message) {
        return switch (message) {
            case RelayMessage.Delivery delivery ->
                label("EVENT", delivery.event())
                        .id(delivery.id())
                        .event(delivery.event())
                        .end();
            case RelayMessage.Eose eose ->
                label("EOSE").id(eose.id()).raw(hint(eose.hint())).end();
            case RelayMessage.Closed closed ->
                label("CLOSED").id(closed.id()).string(closed.text()).end();
            case RelayMessage.Notice notice ->
                label("NOTICE").string(notice.text()).end();
            case RelayMessage.Ok ok ->
                label("OK")
                        .string(ok.eventId())
                        .raw(ok.accepted() ? ",true" : ",false")
                        .string(ok.text())
                        .end();
            case RelayMessage.Challenge auth ->
                label("AUTH").string(auth.challenge()).end();
            case RelayMessage.Counted counted ->
                label("COUNT")
                        .id(counted.id())
                        .raw(",{\"count\":" + counted.count() + "}")
                        .end();
            case RelayMessage.NegMsg msg ->
                label("NEG-MSG").id(msg.id()).string(msg.payload()).end();
            case RelayMessage.NegErr err ->
                label("NEG-ERR")
                        .id(err.id())
                        .string(err.text())
                        .raw(err.cap().isPresent() ? "," + err.cap().getAsLong() : "")
                        .end();
        };
    }

    private static MessageWriter label(String label) {
        return new MessageWriter(label, SHORT);
    }

    private static MessageWriter label(String label, Event event) {
        return new MessageWriter(label, SHORT + EventJson.lengthOf(event));
    }

    private static String hint(Hint hint) {
        return switch (hint) {
            case NONE -> "";
            case FINISH -> ",[\"finish\"]";
            case MORE -> ",[\"more\"]";
        };
    }

    private MessageWriter id(SubscriptionId id) {
        return string(id.value());
    }

    private MessageWriter string(String string) {
        json.plain(',').string(string);
        return this;
    }

    private MessageWriter event(Event event) {
        EventJson.write(json.plain(','), event);
        return this;
    }

    private MessageWriter filters(List<Filter> filters) {
        for (Filter filter : filters) {
            FilterJson.write(json.plain(','), filter);
        }
        return this;
    }

    private MessageWriter raw(String ascii) {
        json.plain(ascii);
        return this;
    }

    private String end() {
        return json.plain(']').toString();
    }
}
