package dev.sluice.nostr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads what a client says. Its ids must be such that an answer can name them. */
final class ClientMessageReader {

    private final Input input;

    private ClientMessageReader(Input input) {
        this.input = input;
    }

    static ClientMessage read(Input input) throws IOException {
        ClientMessage message = new ClientMessageReader(input).message(input.beginFrame());
        input.endFrame();
        return message;
    }

    private ClientMessage message(String label) throws IOException {
        return switch (label) {
            case "EVENT" -> new ClientMessage.Publish(event());
            case "REQ" -> new ClientMessage.Req(id(), filters());
            case "CLOSE" -> new ClientMessage.Close(id());
            case "COUNT" -> new ClientMessage.Count(id(), filters());
            case "AUTH" -> new ClientMessage.Auth(event());
            case "NEG-OPEN" -> new ClientMessage.NegOpen(id(), new FilterReader(input.json).read(), payload());
            case "NEG-MSG" -> new ClientMessage.NegMsg(id(), payload());
            case "NEG-CLOSE" -> new ClientMessage.NegClose(id());
            default -> throw input.unknownLabel();
        };
    }

    private Event event() throws IOException {
        EventReader reader = new EventReader(input.json);
        try {
            return reader.read();
        } finally {
            input.subject = reader.id();
        }
    }

    private SubscriptionId id() throws IOException {
        if (!input.isString()) {
            throw new Unreadable("invalid: subscription id is not a string");
        }
        input.subject = input.json.nextString();
        int length = input.subject.codePointCount(0, input.subject.length());
        if (length == 0 || length > SubscriptionId.MAX_LENGTH || !Json.isWellFormed(input.subject)) {
            throw new Unreadable("invalid: subscription id must have 1 to 64 characters");
        }
        return new SubscriptionId(input.subject);
    }

    private List<Filter> filters() throws IOException {
        List<Filter> filters = new ArrayList<>();
        do {
            filters.add(new FilterReader(input.json).read());
        } while (input.json.hasNext());
        return filters;
    }

    private String payload() throws IOException {
        return Hex.payload(input.stringOrEmpty());
    }
}
