package dev.sluice.wire;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;

/** The dates of HTTP headers. */
final class HttpDate {

    private HttpDate() {}

    /** The server's clock, from the Date header. */
    static OptionalLong of(HttpHeaders headers) {
        return seconds(headers.firstValue("Date").orElse(""));
    }

    /** Seconds since the Unix epoch; empty when it is no date. */
    static OptionalLong seconds(String value) {
        try {
            Instant instant = DateTimeFormatter.RFC_1123_DATE_TIME.parse(value, Instant::from);
            return OptionalLong.of(instant.getEpochSecond());
        } catch (DateTimeException notADate) {
            return OptionalLong.empty();
        }
    }
}
