package dev.sluice.negentropy;

/** One whole round with both sides in one thread, and what went over the wire. */
final class MeasuredRound {

    private int frames;
    private long bytes;
    private long onlyHere;
    private long onlyThere;

    private MeasuredRound() {}

    static MeasuredRound run(ItemView here, ItemView there, int frameLimit) {
        MeasuredRound round = new MeasuredRound();
        Reconciler initiator = Reconciler.initiator(here, frameLimit);
        Reconciler responder = Reconciler.responder(there, frameLimit);
        Frame next = round.sent(initiator.initiate());
        while (true) {
            Frame answer = round.sent(((Step.Reply) responder.step(next)).frame());
            switch (initiator.step(answer)) {
                case Step.Reply(Frame frame, Difference found) -> {
                    round.found(found);
                    next = round.sent(frame);
                }
                case Step.Done(Difference found) -> {
                    round.found(found);
                    return round;
                }
                case Step.Refused(String reason) -> throw new IllegalStateException(reason);
            }
        }
    }

    int frames() {
        return frames;
    }

    long bytes() {
        return bytes;
    }

    /** Ids found on our side only; more than there are when a frame limit makes some be found again. */
    long onlyHere() {
        return onlyHere;
    }

    long onlyThere() {
        return onlyThere;
    }

    private Frame sent(Frame frame) {
        frames++;
        bytes += frame.size();
        return frame;
    }

    private void found(Difference found) {
        onlyHere += found.onlyHere().size();
        onlyThere += found.onlyThere().size();
    }
}
