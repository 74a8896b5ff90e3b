package dev.sluice.sync;

import dev.sluice.budget.Limits;
import dev.sluice.budget.SlotLedger;
import dev.sluice.intake.Lane;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.session.RefusalClassifier;
import dev.sluice.session.RelayPace;
import dev.sluice.session.RelaySession;
import dev.sluice.task.TaskScope;
import dev.sluice.wire.PipeSocket;
import java.util.Optional;

/** One session without a mirror, over an in-memory connection whose other end the test plays. */
final class PipedSession implements AutoCloseable {
    final Rig rig = new Rig();
    final RelayPace pace = RelayPace.owned(rig.time, rig.metrics);
    final SlotLedger ledger;
    final PipeSocket socket = PipeSocket.open();
    final PipeSocket.Peer peer = socket.peer();
    final TaskScope scope = TaskScope.open("relay.test");
    final RelaySession session;
    private final Lane lane = rig.intake.lane("relay.test");

    PipedSession(int budget) {
        ledger = new SlotLedger(budget, Limits.FOREIGN, rig.metrics);
        session = new RelaySession(new RelaySession.Setup(
                socket,
                ledger,
                pace,
                lane,
                scope,
                rig.time,
                rig.metrics,
                RefusalClassifier.standard(),
                Optional.empty()));
        scope.fork("reader", session::read);
    }

    /** The next message of the client. */
    ClientMessage heard() throws InterruptedException {
        return ((Decoded.Message<ClientMessage>) Codec.clientMessage(peer.readText())).value();
    }

    void says(RelayMessage message) throws InterruptedException {
        peer.text(Codec.encode(message));
    }

    @Override
    public void close() {
        session.close();
        scope.close();
        lane.close();
        rig.close();
    }
}
