package dev.sluice.session;

import dev.sluice.archive.MemoryArchive;
import dev.sluice.budget.Limits;
import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Lane;
import dev.sluice.intake.Policies;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import dev.sluice.wire.PipeSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/** A session over an in-memory connection whose other end the test plays. */
final class SessionRig implements AutoCloseable {
    static final Filter NOTES = Filter.ALL.withLimit(OptionalInt.of(5));

    static final RelayUrl URL = RelayUrl.parse("wss://relay.test").orElseThrow();

    final ManualTime time = new ManualTime();
    final MemoryArchive archive = new MemoryArchive(time, URL);
    final Metrics metrics = new Metrics();
    final Intake intake = new Intake(archive, Policies.mirror(), 1);
    final Lane lane = intake.lane("relay.test");
    final RelayPace pace = RelayPace.owned(time, metrics);
    final PipeSocket socket = PipeSocket.open();
    final PipeSocket.Peer peer = socket.peer();
    final TaskScope scope = TaskScope.open("relay.test");
    final SlotLedger ledger;
    final RelaySession session;

    SessionRig() {
        this(20);
    }

    SessionRig(int budget) {
        this(budget, Optional.empty());
    }

    /** @param key who the client is to a relay that asks */
    SessionRig(int budget, Optional<KeyPair> key) {
        ledger = new SlotLedger(budget, Limits.FOREIGN, metrics);
        session = new RelaySession(new RelaySession.Setup(
                socket,
                ledger,
                pace,
                lane,
                scope,
                time,
                metrics,
                RefusalClassifier.standard(),
                key.map(one -> new Identity(one, URL, time))));
        scope.fork("reader", session::read);
    }

    static Event note(int number) {
        return TestEvents.note(TestEvents.EPOCH + number, "note " + number);
    }

    /** Sends a page request. */
    Request page(Filter... filters) throws InterruptedException {
        Turn.Ready turn = (Turn.Ready) session.awaitTurn(SlotClass.HISTORIC_PAGE);
        Start start = session.send(turn, List.of(filters));
        return ((Start.Started) start).request();
    }

    /** Sends a live request; its EOSE is up to the test. */
    Request live(Filter... filters) throws InterruptedException {
        var slot = ((dev.sluice.budget.Admission.Granted) ledger.tryGroup(SlotClass.LIVE, 1)).slot();
        return ((Start.Started) session.sendLive(slot, List.of(filters))).request();
    }

    /** Waits for the terminal on a thread of its own. */
    Fork<Terminal> awaiting(Request request) {
        return scope.fork("await", request::await);
    }

    /** The next message of the client. */
    ClientMessage heard() throws InterruptedException {
        return ((Decoded.Message<ClientMessage>) Codec.clientMessage(peer.readText())).value();
    }

    SubscriptionId heardRequest() throws InterruptedException {
        return ((ClientMessage.Req) heard()).id();
    }

    void says(RelayMessage message) throws InterruptedException {
        peer.text(Codec.encode(message));
    }

    void delivers(SubscriptionId id, Event event) throws InterruptedException {
        says(new RelayMessage.Delivery(id, event));
    }

    void eose(SubscriptionId id) throws InterruptedException {
        says(new RelayMessage.Eose(id, RelayMessage.Hint.NONE));
    }

    void notice(String text) throws InterruptedException {
        says(new RelayMessage.Notice(text));
    }

    void closed(SubscriptionId id, String text) throws InterruptedException {
        says(new RelayMessage.Closed(id, text));
    }

    /** Blocks until the session tells something. */
    Signal signal() throws InterruptedException {
        return session.awaitSignal(time.after(Duration.ofHours(1))).orElseThrow();
    }

    /** Lets real time pass until something holds, on a standing clock. */
    void until(BooleanSupplier done) throws InterruptedException {
        time.advanceUntil(done, Duration.ZERO);
    }

    int held() {
        return ledger.budget() - ledger.free();
    }

    @Override
    public void close() {
        session.close();
        scope.close();
        lane.close();
        intake.close();
        archive.close();
    }
}
