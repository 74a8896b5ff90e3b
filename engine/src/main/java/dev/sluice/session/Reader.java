package dev.sluice.session;

import dev.sluice.intake.Delivery;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.RelayMessage.Closed;
import dev.sluice.nostr.RelayMessage.Eose;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.pace.Pauses;
import dev.sluice.pace.Tolerance;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the reader thread of a session does with each message: it decodes, counts and routes, never sends, and waits for
 * nothing but the lane. Peer-chosen ids find only what we registered; everything else is counted and dropped.
 */
final class Reader {
    private static final Logger LOG = LoggerFactory.getLogger(Reader.class);

    private final RelaySession.Setup setup;
    private final Registry registry;
    private final Authentication authentication;
    private final Complaints complaints;
    private final Metrics metrics;
    private final Traffic traffic;

    // written by the reader thread, read by any
    private volatile long heardNanos;
    private volatile long withheldNanos;
    private volatile boolean withholding;

    Reader(
            RelaySession.Setup setup,
            Registry registry,
            Traffic traffic,
            Authentication authentication,
            Complaints complaints) {
        this.setup = setup;
        this.registry = registry;
        this.metrics = setup.metrics();
        this.traffic = traffic;
        this.authentication = authentication;
        this.complaints = complaints;
        this.heardNanos = setup.time().nanos();
        this.withheldNanos = heardNanos;
    }

    long heardNanos() {
        return heardNanos;
    }

    long quietSince(long progressNanos) {
        if (withholding) {
            return setup.time().nanos();
        }
        return withheldNanos - progressNanos > 0 ? withheldNanos : progressNanos;
    }

    void take(String text) throws InterruptedException {
        heardNanos = setup.time().nanos();
        metrics.count(Counter.MESSAGES_RECEIVED);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        traffic.received(utf8.length);
        switch (Codec.relayMessage(text, utf8)) {
            case Decoded.Message<RelayMessage> message -> route(message.value());
            case Decoded.Malformed<RelayMessage> malformed -> takeMalformed(malformed);
        }
    }

    private void takeMalformed(Decoded.Malformed<RelayMessage> malformed) {
        metrics.count(Counter.MESSAGES_MALFORMED);
        inVain(Tolerance.Sort.UNWANTED, 1);
        if (malformed.label().equals("EVENT")) {
            registry.find(new SubscriptionId(malformed.subject())).ifPresent(Request::deliverMalformed);
        }
    }

    private void route(RelayMessage message) throws InterruptedException {
        switch (message) {
            case RelayMessage.Delivery delivery -> deliver(delivery.id(), delivery.event());
            case Eose eose -> eose(eose);
            case Closed closed -> {
                complaints.closed(closed);
                inVain(Tolerance.Sort.UNWANTED, 1);
            }
            case RelayMessage.Notice notice -> {
                complaints.notice(notice.text());
                inVain(Tolerance.Sort.UNWANTED, 1);
            }
            case RelayMessage.Challenge challenge -> {
                inVain(Tolerance.Sort.UNWANTED, 1);
                // whoever is refused answers it
                if (!authentication.challenged(challenge.challenge())) {
                    metrics.count(Counter.MESSAGES_MALFORMED);
                }
            }
            case RelayMessage.Ok ok -> {
                if (!authentication.take(ok) && !complaints.published(ok)) {
                    unknownId();
                }
            }
            case RelayMessage.Counted counted -> unknownId();
            case RelayMessage.NegMsg negMsg -> reconcile(negMsg);
            case RelayMessage.NegErr negErr -> {
                complaints.ended(negErr);
                inVain(Tolerance.Sort.UNWANTED, 1);
            }
        }
    }

    private void unknownId() {
        metrics.count(Counter.MESSAGES_UNKNOWN_ID);
        inVain(Tolerance.Sort.UNWANTED, 1);
    }

    /** Something came for nothing. Only hanging up stops a flood, and only a pause keeps it from beginning again. */
    private void inVain(Tolerance.Sort sort, long count) {
        if (!setup.pace().tolerance().bears(sort, count)) {
            LOG.warn("{} sends far more than was asked for: it is left alone for a while", setup.lane());
            setup.pace().pauses().begin(Pauses.Kind.FLOOD);
            setup.socket().abort();
        }
    }

    private void reconcile(RelayMessage.NegMsg message) {
        Optional<Reconciliation> session = registry.reconciliation(message.id());
        if (session.isEmpty()) {
            unknownId();
        } else if (!session.get().deliver(message.payload())) {
            metrics.count(Counter.MESSAGES_SURPLUS);
            inVain(Tolerance.Sort.UNWANTED, 1);
        }
    }

    private void deliver(SubscriptionId id, Event event) throws InterruptedException {
        Optional<Request> request = registry.find(id);
        if (request.isEmpty()) {
            unknownId();
        } else if (!request.get().accepts()) {
            metrics.count(Counter.MESSAGES_SURPLUS);
            inVain(Tolerance.Sort.UNWANTED, 1);
        } else {
            Delivery delivery = put(request.get(), event);
            request.get().count(event, delivery);
            count(delivery);
            if (request.get().isLive()) {
                weigh(request.get(), delivery);
            }
        }
    }

    /** A stored answer ends when it floods; a live one has no end but the connection's. */
    private void weigh(Request live, Delivery delivery) {
        if (delivery == Delivery.QUEUED) {
            inVain(Tolerance.Sort.FRUITLESS, live.receipt().takeFruitless());
        } else {
            inVain(Tolerance.Sort.UNWANTED, 1);
        }
    }

    private void count(Delivery delivery) {
        switch (delivery) {
            case QUEUED -> metrics.count(Counter.EVENTS_RECEIVED);
            case UNMATCHED -> metrics.count(Counter.EVENTS_UNMATCHED);
            case EXCESS, LATE, FULL -> metrics.count(Counter.MESSAGES_SURPLUS);
        }
    }

    /** While the lane is full nothing is taken from the wire, and the clocks of silence stand. */
    private Delivery put(Request request, Event event) throws InterruptedException {
        Delivery delivery = setup.lane().offer(request.receipt(), event);
        if (delivery != Delivery.FULL) {
            return delivery;
        }
        withholding = true;
        try {
            return setup.lane().put(request.receipt(), event);
        } finally {
            withheldNanos = setup.time().nanos();
            withholding = false;
        }
    }

    /** One relay sends EOSE without an id: it can only mean the one request that waits for it. */
    private void eose(Eose eose) {
        Optional<Request> request =
                eose.id().value().isEmpty() ? registry.newest(Request::isPending) : registry.find(eose.id());
        if (request.isEmpty()) {
            unknownId();
            return;
        }
        complaints.end(request.get(), new Terminal.Eose(eose.hint(), false));
    }
}
