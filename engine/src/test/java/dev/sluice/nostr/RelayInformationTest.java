package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class RelayInformationTest {

    private static RelayInformation read(String json) {
        return Expect.message(RelayInformation.parse(json));
    }

    @Test
    void whatARelaySaysIsRead() {
        RelayInformation information = read("""
                {"name":"r","description":"d","software":"git+https://x","version":"1.0","pubkey":"p","contact":"c",
                 "supported_nips":[77,1,11],"limitation":{"max_message_length":131072,"max_subscriptions":20,
                 "max_limit":500,"default_limit":100,"max_subid_length":71,"max_event_tags":2000,
                 "max_content_length":70000,"min_pow_difficulty":0,"auth_required":true,"payment_required":false,
                 "restricted_writes":true,"created_at_lower_limit":94608000,"created_at_upper_limit":300}}""");
        assertEquals("r", information.name());
        assertEquals("git+https://x", information.software());
        assertEquals(List.of(1, 11, 77), List.copyOf(information.supportedNips()));
        RelayLimitation limitation = information.limitation();
        assertEquals(OptionalInt.of(131_072), limitation.maxMessageLength());
        assertEquals(OptionalInt.of(20), limitation.maxSubscriptions());
        assertEquals(OptionalInt.of(500), limitation.maxLimit());
        assertEquals(OptionalInt.of(100), limitation.defaultLimit());
        assertEquals(OptionalInt.of(71), limitation.maxSubidLength());
        assertTrue(limitation.authRequired());
        assertFalse(limitation.paymentRequired());
        assertTrue(limitation.restrictedWrites());
        assertEquals(OptionalLong.of(300), limitation.createdAtUpperLimit());
    }

    @Test
    void nullsAndWrongTypesCountAsAbsent() {
        RelayInformation nothing = read("{}");
        assertEquals(nothing, read("""
                {"name":null,"description":7,"software":[],"version":{},"pubkey":true,"contact":null,
                 "supported_nips":"1,2","limitation":null}"""));
        assertEquals(nothing, read("""
                {"supported_nips":null,"limitation":{"max_limit":null,"max_subscriptions":"many","default_limit":[],
                 "max_message_length":{},"auth_required":"no","payment_required":null,"restricted_writes":1}}"""));
        assertEquals(nothing, read("{\"limitation\":\"none\"}"));
        assertEquals(RelayLimitation.NONE, nothing.limitation());
    }

    @ParameterizedTest
    @CsvSource({
        "500,500",
        "500.0,500",
        "5e2,500",
        "'\"500\"',500",
        "0,0",
        "99999999999,2147483647",
        "1e300,2147483647",
        "18446744073709551616,2147483647"
    })
    void wholeNumbersAreReadInAnySpelling(String number, int limit) {
        String json = "{\"limitation\":{\"max_limit\":" + number + "}}";
        assertEquals(OptionalInt.of(limit), read(json).limitation().maxLimit());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0.5", "1e999", "\"\"", "\"NaN\"", "\"0x10\"", "true"})
    void otherNumbersCountAsAbsent(String number) {
        String json = "{\"limitation\":{\"max_limit\":" + number + "}}";
        assertEquals(OptionalInt.empty(), read(json).limitation().maxLimit());
    }

    @Test
    void onlyNumbersAreNips() {
        assertEquals(
                Set.of(1, 45),
                read("{\"supported_nips\":[1,\"45\",\"5A\",null,-3,1.5,[9],1e9]}")
                        .supportedNips());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "[]", "null", "{", "{\"name\":\"x\"} trailing"})
    void whatIsNoJsonObjectIsMalformed(String text) {
        Expect.malformed(RelayInformation.parse(text));
    }

    @Test
    void ourOwnDocumentIsReadBack() {
        RelayLimitation limitation = RelayLimitation.builder()
                .maxMessageLength(1 << 20)
                .maxSubscriptions(500)
                .maxLimit(5_000)
                .defaultLimit(500)
                .maxSubidLength(64)
                .restrictedWrites(true)
                .createdAtUpperLimit(900)
                .build();
        RelayInformation own =
                new RelayInformation("a \"relay\"", "", "", "", "sluice", "1", Set.of(77, 1), limitation);
        assertEquals(own, read(own.encode()));
        assertTrue(own.encode()
                .startsWith("{\"name\":\"a \\\"relay\\\"\",\"software\":\"sluice\",\"version\":\"1\","
                        + "\"supported_nips\":[1,77],\"limitation\":{\"max_message_length\":1048576,"));
    }
}
