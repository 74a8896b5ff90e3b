package dev.sluice.nostr;

import dev.sluice.nostr.RelayMessage.Hint;
import java.util.List;

/** Writes frames. */
final class MessageWriter {

    private final StringBuilder text;

    private MessageWriter(String label) {
        this.text = new StringBuilder(64).append("[\"").append(label).append('"');
    }

    static String write(ClientMessage message) {
        return switch (message) {
            case ClientMessage.Publish publish ->
                label("EVENT").event(publish.event()).end();
            case ClientMessage.Req req ->
                label("REQ").id(req.id()).filters(req.filters()).end();
            case ClientMessage.Close close -> label("CLOSE").id(close.id()).end();
            case ClientMessage.Count count ->
                label("COUNT").id(count.id()).filters(count.filters()).end();
            case ClientMessage.Auth auth -> label("AUTH").event(auth.event()).end();
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
                label("EVENT").id(delivery.id()).event(delivery.event()).end();
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
        return new MessageWriter(label);
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
        JsonText.append(text.append(','), string);
        return this;
    }

    private MessageWriter event(Event event) {
        text.ensureCapacity(JsonText.lengthOf(event));
        JsonText.append(text.append(','), event);
        return this;
    }

    private MessageWriter filters(List<Filter> filters) {
        for (Filter filter : filters) {
            JsonText.append(text.append(','), filter);
        }
        return this;
    }

    private MessageWriter raw(String json) {
        text.append(json);
        return this;
    }

    private String end() {
        return text.append(']').toString();
    }
}
