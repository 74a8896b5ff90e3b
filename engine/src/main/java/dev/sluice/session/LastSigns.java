package dev.sluice.session;

import dev.sluice.session.RefusalClassifier.Channel;
import dev.sluice.wire.RelaySocket.Cause;
import dev.sluice.wire.RelaySocket.End;
import java.time.Duration;
import java.util.Optional;

/**
 * What the end of a connection tells: by the code and the words of the relay's close frame, or by the moment in which it
 * was cut. Reader thread only.
 */
final class LastSigns {
    /** A cut so soon after a large message is taken for its refusal. */
    static final Duration SOON = Duration.ofSeconds(2);

    /** What a relay says by cutting a connection at once; see the notes on relay software. */
    private static final String AT_ONCE = "connection dropped right after the upgrade";

    private final RelaySession.Setup setup;
    private final Registry registry;
    private final Traffic traffic;
    private final Reactions reactions;
    private final long startNanos;

    LastSigns(RelaySession.Setup setup, Registry registry, Traffic traffic, Reactions reactions) {
        this.setup = setup;
        this.registry = registry;
        this.traffic = traffic;
        this.reactions = reactions;
        this.startNanos = setup.time().nanos();
    }

    /** Reacts to the end, while the requests that it ends are still there. */
    void read(End end) {
        Optional<Refusal> refusal = refusal(end);
        // most ends are no refusal: a relay restarts, or goes away
        refusal.filter(one -> !(one instanceof Refusal.Transient)).ifPresent(reactions::reactToEnd);
        if (end.cause() == Cause.CUT || (refusal.isPresent() && refusal.get() instanceof Refusal.TooBig)) {
            registry.newest(Request::isUnanswered)
                    .filter(request -> !setup.time().reached(request.startNanos() + SOON.toNanos()))
                    .ifPresent(request -> setup.pace().messages().cutAfter(request.bytes()));
        }
    }

    private Optional<Refusal> refusal(End end) {
        return switch (end.cause()) {
            case CLOSED_BY_PEER -> Optional.of(classified(end.code() + " " + end.detail()));
            case CUT -> wasAtOnce() ? Optional.of(classified(AT_ONCE)) : Optional.empty();
            case PROTOCOL, SILENT, SEND_TIMEOUT, CLOSED_BY_US -> Optional.empty();
        };
    }

    private Refusal classified(String words) {
        return setup.classifier().classify(Channel.END, words);
    }

    private boolean wasAtOnce() {
        return traffic.bytesReceived() == 0 && !setup.time().reached(startNanos + SOON.toNanos());
    }
}
