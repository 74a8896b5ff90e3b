package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.nostr.RelayMessage.Closed;
import dev.sluice.nostr.RelayMessage.Counted;
import dev.sluice.nostr.RelayMessage.Eose;
import dev.sluice.nostr.RelayMessage.Hint;
import dev.sluice.nostr.RelayMessage.NegErr;
import dev.sluice.nostr.RelayMessage.NegMsg;
import dev.sluice.nostr.RelayMessage.Notice;
import dev.sluice.nostr.RelayMessage.Ok;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class RelayMessageDecodingTest {

    private static final Event NOTE = TestEvents.note(TestEvents.EPOCH, "a \"quoted\" {repost}");

    private static RelayMessage read(String json) {
        return Expect.message(Codec.relayMessage(json));
    }

    private static SubscriptionId id(String value) {
        return new SubscriptionId(value);
    }

    @Test
    void anEventIsDelivered() {
        String json = Codec.encode(NOTE);
        RelayMessage.Delivery delivery = new RelayMessage.Delivery(id("s"), NOTE);
        assertEquals(delivery, read("[\"EVENT\",\"s\"," + json + "]"));
        assertEquals(
                delivery, read("\n [ \"EVENT\" , \"s\" ,\r\n\t" + json.replace(",\"", " ,\n  \"") + " , 1, {} ]\n"));
    }

    /** It must not end some other request, as an EOSE without an id does. */
    @ParameterizedTest
    @ValueSource(strings = {"[\"EOSE\",7]", "[\"EOSE\",{}]", "[\"EOSE\",[\"s\"]]", "[\"EOSE\",true]"})
    void anEoseWithAnotherIdThanTextIsNone(String frame) {
        assertEquals(
                new Decoded.Malformed<>("EOSE", "", "invalid: subscription id is not a string"),
                Codec.relayMessage(frame));
    }

    @Test
    void aMalformedEventIsCountedForItsSubscription() {
        String json = Codec.encode(NOTE).replace("\"kind\":1", "\"kind\":\"1\"");
        assertEquals(
                new Decoded.Malformed<>("EVENT", "s", "invalid: kind is not a plain integer"),
                Codec.relayMessage("[\"EVENT\",\"s\"," + json + "]"));
        assertEquals(
                new Decoded.Malformed<>("EVENT", "s", "invalid: event is not an object"),
                Codec.relayMessage("[\"EVENT\",\"s\"]"));
        assertEquals(
                new Decoded.Malformed<>("EVENT", "s", "invalid: not JSON"),
                Codec.relayMessage("[\"EVENT\",\"s\",{\"id\":'x'}]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[\"EOSE\",\"s\"]|s|NONE",
                " [ \"EOSE\" , \"s\" ] |s|NONE",
                "[\"EOSE\"]||NONE",
                "[\"EOSE\",\"\"]||NONE",
                "[\"EOSE\",null]||NONE",
                "[\"EOSE\",\"s\",[\"finish\"]]|s|FINISH",
                "[\"EOSE\",\"s\",[\"odd\",\"more\",7]]|s|MORE",
                "[\"EOSE\",\"s\",[\"finish\",\"more\"],4]|s|MORE",
                "[\"EOSE\",\"s\",\"finish\"]|s|FINISH",
                "[\"EOSE\",\"s\",{\"finish\":true}]|s|FINISH",
                "[\"EOSE\",\"s\",{\"finish\":false}]|s|NONE",
                "[\"EOSE\",\"s\",{\"hint\":\"more\",\"x\":{}}]|s|MORE",
                "[\"EOSE\",\"s\",12]|s|NONE",
                "[\"EOSE\",\"s\",[]]|s|NONE",
                "[\"EOSE\",\"s\",null]|s|NONE"
            })
    void anEndOfStoredEventsMayHint(String json, String subject, Hint hint) {
        assertEquals(new Eose(id(subject == null ? "" : subject), hint), read(json));
    }

    @Test
    void aClosedIsReadByTheCountOfItsStrings() {
        assertEquals(new Closed(id("s"), "auth-required: x"), read("[\"CLOSED\",\"s\",\"auth-required: x\"]"));
        assertEquals(new Closed(id("s"), ""), read("[\"CLOSED\",\"s\",\"\"]"));
        assertEquals(new Closed(id("s"), ""), read("[\"CLOSED\",\"s\"]"));
        assertEquals(new Closed(id(""), "too many"), read("[\"CLOSED\",\"\",\"too many\"]"));
        assertEquals(new Closed(id(""), "blocked: too many"), read("[\"CLOSED\",\"blocked: too many\"]"));
        assertEquals(new Closed(id(""), ""), read("[\"CLOSED\"]"));
        assertEquals(new Closed(id("s"), "text"), read("[\"CLOSED\",\"s\",\"text\",\"more\",{}]"));
    }

    @Test
    void theLastStringOfANoticeIsItsText() {
        assertEquals(new Notice("slow down"), read("[\"NOTICE\",\"slow down\"]"));
        assertEquals(new Notice("slow down"), read("[\"NOTICE\",\"sub\",\"slow down\"]"));
        assertEquals(new Notice(""), read("[\"NOTICE\",\"\"]"));
        assertEquals("invalid: NOTICE without text", Expect.reason(Codec.relayMessage("[\"NOTICE\",{}]")));
    }

    @Test
    void anOkMayBeShortOrNonsense() {
        assertEquals(new Ok("ab", true, "duplicate: x"), read("[\"OK\",\"ab\",true,\"duplicate: x\"]"));
        assertEquals(new Ok("0000", false, "invalid: x"), read("[\"OK\",\"0000\",false,\"invalid: x\"]"));
        assertEquals(new Ok("ab", true, ""), read("[\"OK\",\"ab\",true]"));
        assertEquals(new Ok("ab", true, ""), read("[\"OK\",\"ab\",true,null]"));
        assertEquals(new Ok("ab", false, "text"), read("[\"OK\",\"ab\",\"text\"]"));
        assertEquals(new Ok("ab", false, ""), read("[\"OK\",\"ab\"]"));
        assertEquals(new Ok("", false, "text"), read("[\"OK\",false,\"text\"]"));
        assertEquals(new Ok("", false, "text"), read("[\"OK\",null,false,\"text\"]"));
    }

    @Test
    void aChallengeIsAString() {
        assertEquals(new RelayMessage.Challenge("c"), read("[\"AUTH\",\"c\"]"));
        assertEquals("invalid: AUTH without challenge", Expect.reason(Codec.relayMessage("[\"AUTH\",{}]")));
    }

    @Test
    void aCountIsAPlainNumber() {
        assertEquals(
                new Counted(id("s"), 5), read("[\"COUNT\",\"s\",{\"count\":5,\"approximate\":true,\"hll\":\"00\"}]"));
        assertEquals(new Counted(id("s"), Long.MAX_VALUE), read("[\"COUNT\",\"s\",{\"count\":99999999999999999999}]"));
        assertEquals(
                new Decoded.Malformed<>("COUNT", "s", "invalid: COUNT without a number"),
                Codec.relayMessage("[\"COUNT\",\"s\",{\"count\":-5}]"));
        assertEquals("invalid: COUNT without a number", Expect.reason(Codec.relayMessage("[\"COUNT\",\"s\",7]")));
    }

    @Test
    void negentropyPayloadsAreHex() {
        assertEquals(new NegMsg(id("n"), "61ab"), read("[\"NEG-MSG\",\"n\",\"61ab\"]"));
        assertEquals(new NegMsg(id("n"), "61ab"), read("[\n\"NEG-MSG\" , \"n\" , \"61AB\"\n]"));
        assertEquals(new NegMsg(id("n"), ""), read("[\"NEG-MSG\",\"n\",\"\"]"));
        assertEquals(
                new Decoded.Malformed<>("NEG-MSG", "n", "invalid: payload is not hex"),
                Codec.relayMessage("[\"NEG-MSG\",\"n\",\"61a\"]"));
        assertEquals("invalid: payload is not hex", Expect.reason(Codec.relayMessage("[\"NEG-MSG\",\"n\",\"6g\"]")));
    }

    @Test
    void aNegentropyErrorMayNameItsCap() {
        OptionalLong none = OptionalLong.empty();
        assertEquals(new NegErr(id("n"), "closed: x", none), read("[\"NEG-ERR\",\"n\",\"closed: x\"]"));
        assertEquals(
                new NegErr(id("n"), "blocked: big", OptionalLong.of(1000)),
                read("[\"NEG-ERR\",\"n\",\"blocked: big\",1000]"));
        assertEquals(new NegErr(id(""), "blocked: big", none), read("[\"NEG-ERR\",\"\",\"blocked: big\",\"x\"]"));
        assertEquals(new NegErr(id(""), "not supported here", none), read("[\"NEG-ERR\",\"not supported here\"]"));
        assertEquals(new NegErr(id(""), "", none), read("[\"NEG-ERR\"]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[\"NEG-CLOSE\",\"n\"]|NEG-CLOSE|n",
                "[\"eose\",\"s\"]|eose|s",
                "[\"HELLO\",{}]|HELLO|''",
                "[\"\"]|''|''"
            })
    void anUnknownLabelIsNamed(String json, String label, String subject) {
        assertEquals(new Decoded.Malformed<>(label, subject, "invalid: unknown label"), Codec.relayMessage(json));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{}",
                "[]",
                "[1]",
                "[null,\"s\"]",
                "null",
                "\"EOSE\"",
                "[\"EOSE\",\"s\"",
                "[\"EOSE\",\"s\"]]",
                "['EOSE','s']"
            })
    void whatIsNoFrameIsMalformed(String json) {
        Expect.malformed(Codec.relayMessage(json));
    }
}
