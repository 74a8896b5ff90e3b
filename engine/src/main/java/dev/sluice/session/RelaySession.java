package dev.sluice.session;

import dev.sluice.budget.Demand;
import dev.sluice.budget.Slot;
import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.intake.Lane;
import dev.sluice.intake.Receipt;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.Utf8;
import dev.sluice.pace.Pauses;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.wire.RelaySocket;
import dev.sluice.wire.RelaySocket.Cause;
import dev.sluice.wire.RelaySocket.End;
import dev.sluice.wire.RelaySocket.Received;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One generation of a connection in use. A reader thread decodes what comes, counts it, puts events on the relay's lane
 * and hands terminals straight to those who wait; requesters take a slot and their turn, register and send. When the
 * connection ends, everybody who waits is told and the ledger closes; a session is never used again.
 */
public final class RelaySession implements AutoCloseable {
    /** A slot whose CLOSE came before the EOSE rests for so long at most (RULES 4.5). */
    static final Duration REST = Duration.ofSeconds(5);

    /** So many events may wait for their OK on one connection: more than any relay that was read answers in a second. */
    public static final int MOST_UNANSWERED = 100;

    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

    private final Setup setup;
    private final Registry registry = new Registry();
    private final Traffic traffic = new Traffic();
    private final Signals signals;
    private final Turns turns;
    private final Authentication authentication;
    private final Reactions reactions;
    private final AuthRetry retry;
    private final Reader reader;
    private final LastSigns lastSigns;
    private final AtomicLong requests = new AtomicLong();

    /**
     * What a session stands on.
     *
     * @param pace outlives the session
     * @param lane where its events go
     * @param scope threads of the session end with it
     * @param identity who we are to a relay that asks; without it nobody
     * @param further whether the relay has another connection of ours: that it wants no more of them is no reason to pause
     */
    public record Setup(
            RelaySocket socket,
            SlotLedger ledger,
            RelayPace pace,
            Lane lane,
            TaskScope scope,
            Time time,
            Metrics metrics,
            RefusalClassifier classifier,
            Optional<Identity> identity,
            boolean further) {
        /** The only connection of ours to its relay. */
        public Setup(
                RelaySocket socket,
                SlotLedger ledger,
                RelayPace pace,
                Lane lane,
                TaskScope scope,
                Time time,
                Metrics metrics,
                RefusalClassifier classifier,
                Optional<Identity> identity) {
            this(socket, ledger, pace, lane, scope, time, metrics, classifier, identity, false);
        }
    }

    public RelaySession(Setup setup) {
        this.setup = setup;
        this.signals = new Signals(setup.time());
        this.turns = new Turns(setup.ledger(), setup.pace());
        this.authentication = new Authentication(setup.identity(), setup.time());
        Optional<Runnable> leave = setup.further() ? Optional.of(setup.socket()::abort) : Optional.empty();
        Reactions reactions = new Reactions(setup.pace(), setup.ledger(), registry, signals, setup.metrics(), leave);
        Complaints complaints = new Complaints(setup, registry, signals, authentication, reactions);
        this.reader = new Reader(setup, registry, traffic, authentication, complaints);
        this.reactions = reactions;
        this.lastSigns = new LastSigns(setup, registry, traffic, reactions);
        this.retry = new AuthRetry(this, authentication, reactions);
    }

    /** Reads until the connection ends; runs on a thread of its own. An interrupt ends the session. */
    public End read() throws InterruptedException {
        End end = new End(Cause.CLOSED_BY_US, 1000, "cancelled");
        SessionGauges gauges = SessionGauges.report(setup.metrics(), setup.ledger(), registry);
        try (gauges) {
            while (true) {
                switch (setup.socket().receive()) {
                    case Received.Text text -> reader.take(text.text());
                    case Received.Ended ended -> {
                        end = ended.end();
                        return end;
                    }
                }
            }
        } finally {
            over(end);
        }
    }

    /** Blocks for a slot and for its turn at the gates of history. An interrupt leaves nothing behind. */
    public Turn awaitTurn(SlotClass slotClass) throws InterruptedException {
        return turns.await(slotClass);
    }

    /**
     * Has an errand done as soon as there is a slot and its turn has come, without waiting. Its thread is one of the
     * scope; the scope's owner withdraws what was not begun.
     */
    public Demand enqueue(SlotClass slotClass, Errand errand, TaskScope threads) {
        return turns.enqueue(slotClass, errand, threads);
    }

    /** Sends a transient REQ under a slot whose turn has come. The slot goes back if nothing is sent. */
    public Start send(Turn.Ready turn, List<Filter> filters) {
        return send(turn, filters, filters);
    }

    /**
     * Sends a transient REQ as above, and drops events that do not meet what is accepted.
     *
     * @param accepted no wider than the filters
     */
    public Start send(Turn.Ready turn, List<Filter> filters, List<Filter> accepted) {
        return send(turn.slot(), new Query(filters, accepted, false, true));
    }

    /** Blocks for the turn of a live subscription and sends it. The slot stays with its holder if nothing is sent. */
    Start sendLive(Slot slot, List<Filter> filters) throws InterruptedException {
        retry.meetDemand();
        turns.awaitLive(filters.size());
        return start(slot, new Query(filters, filters, true, true));
    }

    /**
     * The same for what was live a moment ago: its end is not waited for. A relay that does not take it any more makes a
     * {@link Signal.LiveLost}.
     */
    Start sendLiveAgain(Slot slot, List<Filter> filters) throws InterruptedException {
        turns.awaitLive(filters.size());
        return start(slot, new Query(filters, filters, true, false));
    }

    private Start send(Slot slot, Query query) {
        Start start = start(slot, query);
        if (start instanceof Start.NotStarted) {
            slot.close();
        }
        return start;
    }

    private Start start(Slot slot, Query query) {
        Optional<Duration> paused = setup.pace().pauses().blocked();
        if (paused.isPresent() || !slot.usable()) {
            return paused.<Start>map(Start.Paused::new).orElse(new Start.Over());
        }
        Request request = new Request(this, requests.incrementAndGet(), query, slot, Optional.empty());
        return start(request) ? new Start.Started(request) : new Start.Over();
    }

    /** Sends what was refused once more, under the same slot and an id of its own. */
    void sendAgain(Request refused) {
        Request again = refused.followedBy(requests.incrementAndGet());
        registry.remove(refused);
        if (!start(again)) {
            again.end(new Terminal.Gone(AuthRetry.GONE));
        }
    }

    private boolean start(Request request) {
        String text = Codec.encode(new ClientMessage.Req(request.id(), request.filters()));
        int bytes = Utf8.length(text);
        request.weighs(bytes);
        // registered before it is sent: an answer may come before the send returns
        registry.add(request);
        boolean sent = transmit(text, bytes);
        if (!sent) {
            retire(request);
        }
        return sent;
    }

    /** Opens a negentropy session over a filter with its first frame, under a slot whose turn has come. */
    public Opening reconcile(Turn.Ready turn, Filter filter, String payload) {
        Slot slot = turn.slot();
        Optional<Duration> paused = turns.blocked(SlotClass.NEGENTROPY);
        if (paused.isPresent() || !slot.usable()) {
            slot.close();
            return new Opening.NotOpened(
                    paused.<Start.NotStarted>map(Start.Paused::new).orElse(new Start.Over()));
        }
        Reconciliation reconciliation = new Reconciliation(this, slot, filter, payload);
        return open(reconciliation) ? new Opening.Opened(reconciliation) : new Opening.NotOpened(new Start.Over());
    }

    /** Sends the opening of a negentropy session under an id of its own. False when the connection is over. */
    boolean open(Reconciliation reconciliation) {
        registry.remove(reconciliation);
        ClientMessage opening = reconciliation.opening(requests.incrementAndGet());
        registry.add(reconciliation);
        boolean sent = transmit(opening);
        if (!sent) {
            retire(reconciliation);
        }
        return sent;
    }

    /**
     * Sends an event; whoever sends keeps those that wait for their OK below {@value #MOST_UNANSWERED}. Empty when the
     * connection is over.
     */
    public Optional<Published> publish(Event event) {
        Published published = new Published(this, event);
        registry.add(published);
        if (!transmit(new ClientMessage.Publish(event))) {
            forget(published);
            return Optional.empty();
        }
        return Optional.of(published);
    }

    /** The next thing that the owner of the session must know; empty when the moment has come first. */
    public Optional<Signal> awaitSignal(long deadlineNanos) throws InterruptedException {
        return signals.await(deadlineNanos);
    }

    public SlotLedger ledger() {
        return setup.ledger();
    }

    /** The bytes of all REQs that are open, or may be on the relay's side. */
    long openBytes() {
        return registry.bytes();
    }

    public RelayPace pace() {
        return setup.pace();
    }

    public Traffic traffic() {
        return traffic;
    }

    /** Whether the relay has refused something because it does not know who asks. */
    public boolean wantsAuth() {
        return reactions.wantsAuth();
    }

    /** When the relay was last heard of, on the clock of {@link Time#nanos}. */
    public long heardNanos() {
        return reader.heardNanos();
    }

    /** Ends the connection in order; the reader then ends by itself. Blocks a little. */
    @Override
    public void close() {
        setup.ledger().close();
        setup.socket().close(CLOSE_PATIENCE);
    }

    private void over(End end) {
        lastSigns.read(end);
        setup.ledger().close();
        setup.socket().abort();
        authentication.gone(end);
        for (Request request : registry.all()) {
            request.end(new Terminal.Gone(end));
            retire(request);
        }
        for (Reconciliation reconciliation : registry.reconciliations()) {
            reconciliation.gone(end);
            retire(reconciliation);
        }
        registry.published().forEach(event -> event.answer(new Published.Answer.Gone()));
        boolean silent = end.cause() == Cause.SILENT;
        setup.metrics().count(silent ? Counter.CONNECTIONS_SILENT : Counter.CONNECTIONS_ENDED);
        signals.add(new Signal.Ended(end, setup.time().nanos()));
    }

    // what requests call

    Time time() {
        return setup.time();
    }

    Authentication authentication() {
        return authentication;
    }

    AuthRetry retry() {
        return retry;
    }

    Receipt receipt(Query query) {
        return setup.lane().receipt(query.accepted(), query.live());
    }

    /** Since when a request has been quiet: time in which we take nothing from the wire does not count. */
    long quietSince(long progressNanos) {
        return reader.quietSince(progressNanos);
    }

    /** A request was given up for silence: first the pause, then its CLOSE (RULES 4.6). */
    void gaveUp() {
        setup.metrics().count(Counter.WATCHDOG_CLOSES);
        setup.pace().pauses().begin(Pauses.Kind.INCOMPLETE);
    }

    boolean sendClose(SubscriptionId id) {
        return transmit(new ClientMessage.Close(id));
    }

    boolean transmit(ClientMessage message) {
        String text = Codec.encode(message);
        return transmit(text, Utf8.length(text));
    }

    private boolean transmit(String text, int bytes) {
        setup.metrics().count(Counter.MESSAGES_SENT);
        traffic.sent(bytes);
        return setup.socket().send(text);
    }

    void retire(Request request) {
        registry.remove(request);
        request.release();
    }

    void retire(Reconciliation reconciliation) {
        registry.remove(reconciliation);
        reconciliation.slot().close();
    }

    void forget(Request request) {
        registry.remove(request);
    }

    void forget(Published event) {
        registry.remove(event);
    }

    /** Keeps the slot of a request that was closed early until the relay has had time to end it. */
    void rest(Request request) {
        setup.scope().fork("rest-" + request.id(), () -> {
            setup.time().sleep(REST);
            retire(request);
            return request.id();
        });
    }
}
