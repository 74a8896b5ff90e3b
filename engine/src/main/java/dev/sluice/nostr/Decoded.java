package dev.sluice.nostr;

/** What became of a text that should hold a {@code T}. Decoding never throws. */
public sealed interface Decoded<T> {

    /** The text was understood. */
    record Message<T>(T value) implements Decoded<T> {}

    /**
     * The text was not understood.
     *
     * @param label the message's label as far as it could be read, else ""
     * @param subject the subscription id or event id it speaks of as far as it could be read, else ""
     * @param reason short words for a person, from a fixed set of wordings
     */
    record Malformed<T>(String label, String subject, String reason) implements Decoded<T> {}
}
