package dev.sluice.intake;

/** What a listener hears, in order. */
public sealed interface Heard<K> {

    /** An accepted event that a watch matches; each event comes once for each watch. */
    record Arrived<K>(K watch, Arrival arrival) implements Heard<K> {}

    /** A mark that the listener's owner has set: all that was accepted before it has been heard. */
    record Marked<K>(K watch) implements Heard<K> {}

    /** The listener was too slow: from here on events are missing. Said once. */
    record Gap<K>() implements Heard<K> {}

    /** The listener or the feed was closed; every later answer is the same. */
    record Ended<K>() implements Heard<K> {}
}
