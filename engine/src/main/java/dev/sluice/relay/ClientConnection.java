package dev.sluice.relay;

/** One connected client, as its transport sees it. */
public interface ClientConnection extends AutoCloseable {

    /**
     * Takes one message and does what it asks for: returns when the stored events of a REQ are sent, and as soon as a
     * published event is on its way. Blocks while the client does not read its answers. Never from two threads at once.
     */
    void receive(String json) throws InterruptedException;

    /** Ends its threads and subscriptions; what was published still goes its way. The transport's sends must fail by now. */
    @Override
    void close();
}
