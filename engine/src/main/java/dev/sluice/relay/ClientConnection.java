package dev.sluice.relay;

/** One connected client, as its transport sees it. */
public interface ClientConnection extends AutoCloseable {

    /**
     * Takes one message and does what it asks for: returns when the stored events of a REQ are sent, and as soon as a
     * published event is on its way. Blocks while the client does not read its answers. Never from two threads at once.
     */
    void receive(String json) throws InterruptedException;

    /**
     * The transport reads from the client next, on the thread that hands in what comes of it. Blocks while others are worked
     * for, whom this thread holds up from now on until it has been told {@link #readingEnds} or has handed a message in.
     */
    default void readingBegins() {}

    /** There is nothing to read for now, or what was read is no message. A call too many does nothing. */
    default void readingEnds() {}

    /** Ends its threads and subscriptions; what was published still goes its way. The transport's sends must fail by now. */
    @Override
    void close();
}
