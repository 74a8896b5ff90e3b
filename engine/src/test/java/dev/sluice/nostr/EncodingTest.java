package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.sluice.nostr.RelayMessage.Hint;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(10)
class EncodingTest {

    private static final SubscriptionId ID = new SubscriptionId("s\"1");
    private static final Event NOTE =
            TestEvents.unsigned(1, 5, 1, List.of(List.of("t", "a\"b"), List.of()), "x\n\u0001\u007f\u2028/<&>é😀");
    private static final Filter NOTES =
            Filter.ALL.withKinds(Set.of(1)).withTag('t', Set.of("é\"")).withLimit(OptionalInt.of(0));

    @Test
    void anEventIsOneLineInAFixedOrderWithTheFewestEscapes() {
        String expected = "{\"id\":\"" + NOTE.id() + "\",\"pubkey\":\"" + NOTE.pubkey()
                + "\",\"created_at\":5,\"kind\":1,\"tags\":[[\"t\",\"a\\\"b\"],[]],\"content\":\"x\\n\\u0001\u007f\u2028/<&>é😀\","
                + "\"sig\":\"" + "0".repeat(128) + "\"}";
        assertEquals(expected, Codec.encode(NOTE));
    }

    @Test
    void aFilterIsCanonical() {
        EventId low = new EventId(1, 2, 3, 4);
        EventId high = new EventId(-1, 2, 3, 4);
        Filter filter = Filter.ALL
                .withLimit(OptionalInt.of(9))
                .withUntil(OptionalLong.of(8))
                .withSince(OptionalLong.of(7))
                .withTag('t', new LinkedHashSet<>(List.of("b", "a")))
                .withTag('E', Set.of())
                .withKinds(new LinkedHashSet<>(List.of(30617, 1, 5)))
                .withIds(new LinkedHashSet<>(List.of(high, low)));
        assertEquals(
                "{\"ids\":[\"" + low + "\",\"" + high + "\"],\"kinds\":[1,5,30617],\"#E\":[],\"#t\":[\"a\",\"b\"],"
                        + "\"since\":7,\"until\":8,\"limit\":9}",
                Codec.encode(filter));
        assertEquals("{}", Codec.encode(Filter.ALL));
        assertEquals("{\"authors\":[]}", Codec.encode(Filter.ALL.withAuthors(Set.of())));
    }

    @Test
    void equalFiltersHaveEqualText() {
        Filter one = Expect.message(Codec.filter("{\"kinds\":[2,1,1],\"#t\":[\"b\",\"a\"],\"since\":1}"));
        Filter other =
                Expect.message(Codec.filter("{ \"since\":1, \"x\":0, \"#t\":[\"a\",\"b\",\"a\"],\"kinds\":[1,2]}"));
        assertEquals(one, other);
        assertEquals(one.hashCode(), other.hashCode());
        assertEquals(Codec.encode(one), Codec.encode(other));
        assertNotEquals(Codec.encode(one), Codec.encode(one.withSince(OptionalLong.empty())));
    }

    @Test
    void anEncodedEventIsDeliveredAsItIs() {
        assertEquals(Codec.encode(new RelayMessage.Delivery(ID, NOTE)), Codec.delivery(ID, Codec.encode(NOTE)));
    }

    static Stream<ClientMessage> clientMessages() {
        return Stream.of(
                new ClientMessage.Publish(NOTE),
                new ClientMessage.Auth(NOTE),
                new ClientMessage.Req(ID, List.of(NOTES, Filter.ALL)),
                new ClientMessage.Count(ID, List.of(NOTES)),
                new ClientMessage.Close(ID),
                new ClientMessage.NegOpen(ID, NOTES, "6100"),
                new ClientMessage.NegMsg(ID, "6100"),
                new ClientMessage.NegClose(ID));
    }

    @ParameterizedTest
    @MethodSource("clientMessages")
    void whatAClientSaysIsReadBack(ClientMessage message) {
        String json = Codec.encode(message);
        assertFalse(json.contains("\n"));
        assertEquals(message, Expect.message(Codec.clientMessage(json)));
    }

    static Stream<RelayMessage> relayMessages() {
        return Stream.of(
                new RelayMessage.Delivery(ID, NOTE),
                new RelayMessage.Eose(ID, Hint.NONE),
                new RelayMessage.Eose(ID, Hint.FINISH),
                new RelayMessage.Eose(ID, Hint.MORE),
                new RelayMessage.Closed(ID, "error: a \"b\"\n"),
                new RelayMessage.Notice("\\ \u0000 é"),
                new RelayMessage.Ok(NOTE.id().hex(), true, ""),
                new RelayMessage.Ok("0000", false, "invalid: x"),
                new RelayMessage.Challenge("c"),
                new RelayMessage.Counted(ID, 12),
                new RelayMessage.NegMsg(ID, "61"),
                new RelayMessage.NegErr(ID, "closed: x", OptionalLong.empty()),
                new RelayMessage.NegErr(ID, "blocked: x", OptionalLong.of(1_000_000)));
    }

    @ParameterizedTest
    @MethodSource("relayMessages")
    void whatARelaySaysIsReadBack(RelayMessage message) {
        assertEquals(message, Expect.message(Codec.relayMessage(Codec.encode(message))));
    }

    @Test
    void wireFormsAreThoseOfTheStandard() {
        SubscriptionId id = new SubscriptionId("s");
        assertEquals("[\"EOSE\",\"s\",[\"finish\"]]", Codec.encode(new RelayMessage.Eose(id, Hint.FINISH)));
        assertEquals("[\"OK\",\"ab\",true,\"\"]", Codec.encode(new RelayMessage.Ok("ab", true, "")));
        assertEquals("[\"COUNT\",\"s\",{\"count\":3}]", Codec.encode(new RelayMessage.Counted(id, 3)));
        assertEquals(
                "[\"NEG-ERR\",\"s\",\"blocked: x\",7]",
                Codec.encode(new RelayMessage.NegErr(id, "blocked: x", OptionalLong.of(7))));
        assertEquals("[\"NEG-OPEN\",\"s\",{},\"61\"]", Codec.encode(new ClientMessage.NegOpen(id, Filter.ALL, "61")));
    }
}
