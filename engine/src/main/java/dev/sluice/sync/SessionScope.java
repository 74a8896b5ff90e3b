package dev.sluice.sync;

import dev.sluice.budget.Limits;
import dev.sluice.budget.SlotLedger;
import dev.sluice.intake.Lane;
import dev.sluice.session.Identity;
import dev.sluice.session.RelayPace;
import dev.sluice.session.RelaySession;
import dev.sluice.task.TaskScope;
import dev.sluice.wire.RelaySocket;

/** A session over one connection with its lane and its threads, all of which end with the block that opened them. */
final class SessionScope implements AutoCloseable {
    private final Lane lane;
    private final TaskScope scope;
    private final RelaySession session;

    private SessionScope(Lane lane, TaskScope scope, RelaySession session) {
        this.lane = lane;
        this.scope = scope;
        this.session = session;
    }

    /**
     * Opens a session; its reader runs.
     *
     * @param subscriptions slots of its ledger
     */
    static SessionScope open(
            MirrorPlan.Source source, int subscriptions, RelayPace pace, RelaySocket socket, Parts parts) {
        return open(source.relay().toString(), source, subscriptions, pace, socket, parts, false);
    }

    /** The same on a further connection, which has a name of its own. */
    static SessionScope further(
            String name, LiveConnection.Terms terms, RelayPace pace, RelaySocket socket, Parts parts) {
        MirrorPlan.Source source = terms.source();
        return open(source.relay() + "/" + name, source, terms.subscriptions(), pace, socket, parts, true);
    }

    private static SessionScope open(
            String name,
            MirrorPlan.Source source,
            int subscriptions,
            RelayPace pace,
            RelaySocket socket,
            Parts parts,
            boolean further) {
        SlotLedger ledger =
                new SlotLedger(subscriptions, source.owned() ? Limits.OWNED : Limits.FOREIGN, parts.metrics());
        Lane lane = parts.intake().lane(name);
        TaskScope scope = TaskScope.open(name);
        RelaySession session = new RelaySession(new RelaySession.Setup(
                socket,
                ledger,
                pace,
                lane,
                scope,
                parts.time(),
                parts.metrics(),
                parts.classifier(),
                source.key().map(key -> new Identity(key, source.relay(), parts.wall())),
                further));
        scope.fork("reader", session::read);
        return new SessionScope(lane, scope, session);
    }

    RelaySession session() {
        return session;
    }

    TaskScope threads() {
        return scope;
    }

    @Override
    public void close() {
        session.close();
        scope.close();
        lane.close();
    }
}
