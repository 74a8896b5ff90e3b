package dev.sluice.sync;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Write;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.relay.ClientAddress;
import dev.sluice.relay.ClientConnection;
import dev.sluice.relay.ClientOutput;
import dev.sluice.relay.Relay;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.RelayLimits;
import dev.sluice.relay.WritePolicy;
import dev.sluice.time.ManualTime;
import dev.sluice.wire.PipeDialer;
import dev.sluice.wire.PipeSocket;
import dev.sluice.wire.RelaySocket.Received;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/** Our own relay over in-memory connections. A test may take single messages over. */
final class ServedRelay implements PipeDialer.Script, Rig.Bystander, AutoCloseable {

    /** Takes a client's message over: true when nothing more is to be done. */
    interface Answers {
        boolean answer(PipeSocket.Peer peer, ClientMessage message) throws InterruptedException;
    }

    /** Sends what the relay says; a test may do something else with it. */
    interface Sending {
        boolean send(PipeSocket.Peer peer, String text) throws InterruptedException;
    }

    final MemoryArchive archive;
    final List<ClientMessage> messages = new CopyOnWriteArrayList<>();
    volatile Answers answers = (peer, message) -> false;
    volatile Sending sending = PipeSocket.Peer::text;
    private final List<PipeSocket.Peer> peers = new CopyOnWriteArrayList<>();
    private final AtomicLong sent = new AtomicLong();
    private final Intake intake;
    private final Relay core;

    ServedRelay(ManualTime time) {
        this(time, RelayLimits.DEFAULT);
    }

    ServedRelay(ManualTime time, RelayLimits limits) {
        this(
                time,
                (archive, intake) -> new RelayCore(
                        archive,
                        intake,
                        limits,
                        WritePolicy.OPEN,
                        time,
                        time,
                        new RelayInformation("", "", "", "", "", "", Set.of(), RelayLimitation.NONE)));
    }

    ServedRelay(ManualTime time, BiFunction<EventArchive, Intake, Relay> relay) {
        this.archive = new MemoryArchive(time, Rig.URL);
        this.intake = new Intake(archive, Policies.mirror(), 1);
        this.core = relay.apply(archive, intake);
    }

    @Override
    public long activity() {
        return messages.size() + sent.get() + Rig.activity(intake, archive);
    }

    @Override
    public boolean isBusy() {
        return Rig.isBusy(intake, archive);
    }

    /** Puts events into its archive unverified. */
    ServedRelay hold(List<Event> events) throws InterruptedException {
        for (int from = 0; from < events.size(); from += 10_000) {
            List<Event> part = events.subList(from, Math.min(events.size(), from + 10_000));
            archive.submit(new Write.Events(part, Guard.OPEN, false)).join();
        }
        return this;
    }

    static void send(PipeSocket.Peer peer, RelayMessage message) throws InterruptedException {
        peer.text(Codec.encode(message));
    }

    <T extends ClientMessage> List<T> heard(Class<T> type) {
        return messages.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** REQs for stored events: those that are not live. */
    List<Filter> pages() {
        return heard(ClientMessage.Req.class).stream()
                .map(req -> req.filters().get(0))
                .filter(filter -> filter.limit().orElse(1) > 1 || filter.ids() != null)
                .toList();
    }

    /** Cuts the newest connection. */
    void hangUp() {
        peers.get(peers.size() - 1).hangUp();
    }

    @Override
    public void run(PipeSocket.Peer peer) throws InterruptedException {
        peers.add(peer);
        try (ClientConnection session = core.open(new Output(peer), new ClientAddress("pipe", "pipe", true))) {
            while (peer.receive() instanceof Received.Text text) {
                ClientMessage message = ((Decoded.Message<ClientMessage>) Codec.clientMessage(text.text())).value();
                messages.add(message);
                if (!answers.answer(peer, message)) {
                    session.receive(text.text());
                }
            }
        }
    }

    @Override
    public void close() {
        core.close();
        intake.close();
        archive.close();
    }

    private final class Output implements ClientOutput {
        private final PipeSocket.Peer peer;

        Output(PipeSocket.Peer peer) {
            this.peer = peer;
        }

        @Override
        public boolean send(String text) {
            sent.incrementAndGet();
            try {
                return sending.send(peer, text);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public void end(String reason) {
            peer.hangUp();
        }
    }
}
