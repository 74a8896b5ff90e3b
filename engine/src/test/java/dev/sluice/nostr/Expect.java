package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

/** What a test expects of a decoded text. */
final class Expect {

    private Expect() {}

    static <T> T message(Decoded<T> decoded) {
        assertInstanceOf(Decoded.Message.class, decoded, decoded::toString);
        return ((Decoded.Message<T>) decoded).value();
    }

    static <T> Decoded.Malformed<T> malformed(Decoded<T> decoded) {
        assertInstanceOf(Decoded.Malformed.class, decoded, decoded::toString);
        return (Decoded.Malformed<T>) decoded;
    }

    static String reason(Decoded<?> decoded) {
        return malformed(decoded).reason();
    }
}
