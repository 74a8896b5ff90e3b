package dev.sluice.sync;

import dev.sluice.metrics.Counter;
import dev.sluice.pace.DialGate;
import dev.sluice.pace.Pauses;
import dev.sluice.session.Refusal;
import dev.sluice.session.RefusalClassifier.Channel;
import dev.sluice.wire.Dialer.Dialed;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dials one relay, in its turn and not in a pause, and reads what an answer without a connection means. */
record Dialling(MirrorPlan.Source source, Pauses pauses, Parts parts) {
    private static final Logger LOG = LoggerFactory.getLogger(Dialling.class);

    /**
     * Blocks until the relay has answered or not.
     *
     * @param share of the connection
     */
    Dialed dial(Share share) throws InterruptedException {
        DialGate.Attempt attempt = parts.dialGate().awaitAttempt(pauses);
        try (attempt) {
            share.entered(Progress.State.DIALLING);
            parts.metrics().count(Counter.DIALS);
            Dialed dialed = parts.dialer().dial(source.relay().uri());
            if (dialed instanceof Dialed.Failed failed) {
                parts.metrics().count(Counter.DIALS_FAILED);
                LOG.info("{}: {} {}", source.relay(), failed.failure(), failed.detail());
            }
            return dialed;
        }
    }

    /** What the answer to a handshake means: nothing but refusals of us. */
    Optional<Refusal> refusal(Dialed.Failed failed) {
        return switch (failed.failure()) {
            case HANDSHAKE -> refusal(String.valueOf(failed.status()));
            case CUT_IN_HANDSHAKE -> refusal("connection dropped, no HTTP response");
            case UNRESOLVED, REFUSED_ADDRESS, UNREACHABLE, TLS, TIMEOUT -> Optional.empty();
        };
    }

    private Optional<Refusal> refusal(String answer) {
        return Optional.of(parts.classifier().classify(Channel.HTTP, answer))
                .filter(refusal -> refusal instanceof Refusal.Rate || refusal instanceof Refusal.Policy);
    }
}
