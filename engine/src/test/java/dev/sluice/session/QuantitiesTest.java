package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class QuantitiesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max 131,072|max 131072",
                "max 1'048'576 or 1_048_576|max 1048576 or 1048576",
                "1.048.576|1048576",
                "version 1.0|version 1.0",
                "kinds 1,2,300|kinds 1,2,300",
                "128 kib|131072 bytes",
                "64kb|64000 bytes",
                "1.5mib|1572864 bytes",
                "2 megabytes|2000000 bytes",
                "5k events|5000 events",
                "in 2 minutes|in 120 seconds",
                "for 30s|for 30 seconds",
                "1500 ms|2 seconds",
                "1h|3600 seconds",
                "after 1 day|after 86400 seconds",
                "60 messages|60 messages",
                "nip-77 sub5s|nip-77 sub5s",
            })
    void numbersAreSpelledPlainly(String text, String plain) {
        assertEquals(plain, Quantities.plain(text));
    }
}
