package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.nostr.ClientMessage.NegOpen;
import dev.sluice.nostr.ClientMessage.Req;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class ClientMessageDecodingTest {

    private static final Event NOTE = TestEvents.note(TestEvents.EPOCH, "hello");
    private static final SubscriptionId ID = new SubscriptionId("s");

    private static ClientMessage read(String json) {
        return Expect.message(Codec.clientMessage(json));
    }

    @Test
    void anEventIsPublishedOrAuthenticates() {
        assertEquals(new ClientMessage.Publish(NOTE), read("[\"EVENT\"," + Codec.encode(NOTE) + "]"));
        assertEquals(new ClientMessage.Auth(NOTE), read("[ \"AUTH\" ," + Codec.encode(NOTE) + ",0]"));
    }

    @Test
    void aMalformedEventIsAnsweredByItsId() {
        String json = Codec.encode(NOTE).replace("\"kind\":1", "\"kind\":1.0");
        assertEquals(
                new Decoded.Malformed<>("EVENT", NOTE.id().hex(), "invalid: kind is not a plain integer"),
                Codec.clientMessage("[\"EVENT\"," + json + "]"));
        assertEquals(
                new Decoded.Malformed<>("EVENT", NOTE.id().hex(), "invalid: not JSON"),
                Codec.clientMessage("[\"EVENT\"," + json.substring(0, 100)));
        assertEquals(
                new Decoded.Malformed<>("EVENT", "", "invalid: event is not an object"),
                Codec.clientMessage("[\"EVENT\",\"s\"]"));
    }

    @Test
    void requestsHoldFilters() {
        Filter notes = Filter.ALL.withKinds(Set.of(1));
        assertEquals(new Req(ID, List.of(notes)), read("[\"REQ\",\"s\",{\"kinds\":[1]}]"));
        assertEquals(new Req(ID, List.of(notes, Filter.ALL)), read("[\"REQ\",\"s\",{\"kinds\":[1]},{}]"));
        assertEquals(new ClientMessage.Count(ID, List.of(Filter.ALL)), read("[\"COUNT\",\"s\",{}]"));
    }

    @Test
    void aBadFilterIsAnsweredByItsSubscription() {
        assertEquals(
                new Decoded.Malformed<>("REQ", "s", "invalid: since is negative"),
                Codec.clientMessage("[\"REQ\",\"s\",{},{\"since\":-1}]"));
        assertEquals(
                new Decoded.Malformed<>("COUNT", "s", "unsupported: search"),
                Codec.clientMessage("[\"COUNT\",\"s\",{\"search\":\"x\"}]"));
        assertEquals(
                new Decoded.Malformed<>("REQ", "s", "invalid: filter is not an object"),
                Codec.clientMessage("[\"REQ\",\"s\"]"));
        assertEquals(
                new Decoded.Malformed<>("REQ", "s", "invalid: filter is not an object"),
                Codec.clientMessage("[\"REQ\",\"s\",{},\"x\"]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"REQ", "CLOSE", "COUNT", "NEG-OPEN", "NEG-MSG", "NEG-CLOSE"})
    void subscriptionIdsHaveOneToSixtyFourCharacters(String label) {
        String wrong = "invalid: subscription id must have 1 to 64 characters";
        String rest = ",{},\"61\"]".replace("{},", label.equals("NEG-MSG") ? "" : "{},");
        String longest = "\ud83d\ude00".repeat(64);
        assertEquals(wrong, Expect.reason(Codec.clientMessage("[\"" + label + "\",\"\"" + rest)));
        assertEquals(wrong, Expect.reason(Codec.clientMessage("[\"" + label + "\",\"" + longest + "x\"" + rest)));
        assertEquals(wrong, Expect.reason(Codec.clientMessage("[\"" + label + "\",\"\\ud83d\"" + rest)));
        assertEquals(
                "invalid: subscription id is not a string",
                Expect.reason(Codec.clientMessage("[\"" + label + "\",7" + rest)));
        String filters = label.equals("REQ") || label.equals("COUNT") ? ",{}]" : rest;
        Expect.message(Codec.clientMessage("[\"" + label + "\",\"" + longest + "\"" + filters));
    }

    @Test
    void negentropyOpensWithOneFilter() {
        assertEquals(new NegOpen(ID, Filter.ALL, "61"), read("[\"NEG-OPEN\",\"s\",{},\"61\"]"));
        assertEquals(new ClientMessage.NegMsg(ID, "61"), read("[\"NEG-MSG\",\"s\",\"61\"]"));
        assertEquals(new ClientMessage.NegClose(ID), read("[\"NEG-CLOSE\",\"s\"]"));
        assertEquals(
                new Decoded.Malformed<>("NEG-OPEN", "s", "invalid: filter is not an object"),
                Codec.clientMessage("[\"NEG-OPEN\",\"s\",[{}],\"61\"]"));
    }

    @ParameterizedTest
    @CsvSource({"6", "6g", "-1", "' 61'"})
    void negentropyPayloadsAreHex(String payload) {
        assertEquals(
                new Decoded.Malformed<>("NEG-MSG", "s", "invalid: payload is not hex"),
                Codec.clientMessage("[\"NEG-MSG\",\"s\",\"" + payload + "\"]"));
    }

    @Test
    void anUnknownLabelIsNamed() {
        assertEquals(
                new Decoded.Malformed<>("EOSE", "s", "invalid: unknown label"),
                Codec.clientMessage("[\"EOSE\",\"s\"]"));
    }
}
