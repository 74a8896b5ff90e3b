package dev.sluice.negentropy;

/** What a reconciler answers to a frame. */
public sealed interface Step {

    /** Send this frame; a responder finds no difference itself. */
    record Reply(Frame frame, Difference found) implements Step {}

    /** The initiator knows everything; nothing is to be sent. */
    record Done(Difference found) implements Step {}

    /** The frame was malformed or of another version; the round is over. */
    record Refused(String reason) implements Step {}
}
