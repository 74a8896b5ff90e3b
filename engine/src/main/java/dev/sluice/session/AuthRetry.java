package dev.sluice.session;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.pace.Gate;
import dev.sluice.wire.RelaySocket.Cause;
import dev.sluice.wire.RelaySocket.End;
import java.util.Optional;

/**
 * Readies what a relay has refused, because it did not know us, to be sent once more: the relay is told who we are, then
 * it is our turn again. Called by the threads that wait for an answer.
 */
final class AuthRetry {
    private static final Refusal WITHHELD = new Refusal.AuthRequired("no answer after a challenge");

    /** For those who find the connection over before its reader does. */
    static final End GONE = new End(Cause.CUT, 1006, "the connection ended");

    private final RelaySession session;
    private final Authentication authentication;
    private final Reactions reactions;

    /** Whether it may be sent now. */
    sealed interface Outcome {
        record Ready() implements Outcome {}

        /** The refusal stands, or has become another one. */
        record Refused(Refusal refusal) implements Outcome {}

        /** The connection is over. */
        record Gone(End end) implements Outcome {}
    }

    AuthRetry(RelaySession session, Authentication authentication, Reactions reactions) {
        this.session = session;
        this.authentication = authentication;
        this.reactions = reactions;
    }

    /**
     * Sends a request that was refused, or that has no answer after a challenge, under an id of its own, and blocks for
     * its end. An answer to the first one that comes meanwhile will do.
     */
    Terminal sendAgain(Request request) throws InterruptedException {
        Optional<Refusal> refusal = request.held();
        if (refusal.isEmpty() && !authenticate()) {
            // silence is no refusal: the watchdog decides
            return request.await();
        }
        Gate gate = request.isLive() ? session.pace().live() : session.pace().background();
        Outcome outcome =
                prepare(refusal.orElse(WITHHELD), gate, request.filters().size());
        switch (outcome) {
            case Outcome.Refused refused -> end(request, new Terminal.Refused(refused.refusal()));
            case Outcome.Gone gone -> end(request, new Terminal.Gone(gone.end()));
            case Outcome.Ready ready -> {
                if (request.isPending()) {
                    session.sendAgain(request);
                }
            }
        }
        return request.await();
    }

    private static void end(Request request, Terminal terminal) {
        request.end(terminal);
        if (!request.isLive()) {
            request.receipt().finish();
        }
    }

    /** Blocks, for a bounded time, until an event may be sent again. */
    Outcome prepare(Refusal refusal) throws InterruptedException {
        if (authenticate()) {
            return new Outcome.Ready();
        }
        Optional<End> end = authentication.end();
        return end.<Outcome>map(Outcome.Gone::new).orElseGet(() -> new Outcome.Refused(unchanged(refusal)));
    }

    /** The refusal, with what came of our answer for whoever reads it. */
    private Refusal unchanged(Refusal refusal) {
        return new Refusal.AuthRequired(refusal.text() + "; our answer was not taken: " + authentication.rejection());
    }

    /** Blocks until a request may be sent again, its turn at a gate included. */
    Outcome prepare(Refusal refusal, Gate gate, int filters) throws InterruptedException {
        Outcome outcome = prepare(refusal);
        if (outcome instanceof Outcome.Refused) {
            reactions.react(refusal);
        }
        if (!(outcome instanceof Outcome.Ready)) {
            return outcome;
        }
        gate.awaitTurn(filters);
        session.pace().allowance().await(filters);
        // a pause that others have earned meanwhile holds for this one too, and ends the wait with the slot in hand
        boolean paused = session.pace().pauses().blocked().isPresent();
        return paused ? new Outcome.Refused(new Refusal.Transient(refusal.text())) : outcome;
    }

    /** Blocks until the relay knows us, or it is plain that it will not. */
    boolean authenticate() throws InterruptedException {
        return authentication.establish(this::send);
    }

    private void send(Event answer) {
        var unused = session.transmit(new ClientMessage.Auth(answer));
    }

    /** After a live subscription was closed until the relay knows us: tells it before the next is opened. */
    void meetDemand() throws InterruptedException {
        if (authentication.takeDemand()) {
            // a relay that does not take it refuses the next request too, and that is reacted to
            var unused = authenticate();
        }
    }
}
