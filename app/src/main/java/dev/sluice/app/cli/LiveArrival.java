package dev.sluice.app.cli;

import dev.sluice.intake.Heard;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Listener;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.RelaySocket;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Publishes an event on a relay and watches it arrive in the archive by way of the mirror. */
final class LiveArrival {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Intake intake;
    private final Dialer dialer;
    private final Time time;

    /**
     * What was seen.
     *
     * @param arrived whether the event is in the archive
     */
    record Outcome(boolean arrived, String words) {}

    LiveArrival(Intake intake, Dialer dialer, Time time) {
        this.intake = intake;
        this.dialer = dialer;
        this.time = time;
    }

    /** Publishes as a client does, over a connection of its own. Blocks until the event is durable here, 20 s at most. */
    Outcome publish(RelayUrl relay, Event event) throws InterruptedException {
        try (Listener<String> listener = intake.feed().listen(1, Integer.MAX_VALUE)) {
            listener.watch("new", List.of(Filter.ALL.withIds(Set.of(event.id()))));
            return switch (dialer.dial(relay.uri())) {
                case Dialer.Dialed.Failed failed ->
                    new Outcome(false, "The relay could not be dialled: " + failed.detail());
                case Dialer.Dialed.Connected(RelaySocket socket) -> publish(socket, event, listener);
            };
        }
    }

    private Outcome publish(RelaySocket socket, Event event, Listener<String> listener) throws InterruptedException {
        long sent = time.nanos();
        try (TaskScope patience = TaskScope.open("quickstart")) {
            patience.fork("patience", () -> {
                time.sleep(PATIENCE);
                listener.close();
                return true;
            });
            if (!socket.send(Codec.encode(new ClientMessage.Publish(event)))) {
                return new Outcome(false, "The relay hung up.");
            }
            return outcome(
                    listener.take(), Duration.ofNanos(time.nanos() - sent).toMillis());
        } finally {
            socket.close(Duration.ofSeconds(1));
        }
    }

    private static Outcome outcome(Heard<String> heard, long millis) {
        return switch (heard) {
            case Heard.Arrived<String> arrived ->
                new Outcome(
                        true,
                        "It arrived live: verified, durable and on the feed " + millis + " ms after it was sent.");
            case Heard.Marked<String> marked -> throw new IllegalStateException("nobody set a mark");
            case Heard.Gap<String> gap -> throw new IllegalStateException("one event does not overflow");
            case Heard.Ended<String> ended -> new Outcome(false, "It did not arrive.");
        };
    }
}
