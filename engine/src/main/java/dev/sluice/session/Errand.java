package dev.sluice.session;

/** Work that needs a slot and its turn. Until there is a slot it is data; then it gets a thread of its own. */
public interface Errand {

    /** Does it. Whoever does not send under the turn's slot gives it back. */
    void run(Turn.Ready turn) throws InterruptedException;

    /** Nothing was sent and no slot is held. Must not block. */
    void notStarted(Start.NotStarted why);
}
