package dev.sluice.sync;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.wire.PipeDialer;
import dev.sluice.wire.PipeSocket;
import dev.sluice.wire.RelaySocket.Received;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A relay that a test plays on in-memory connections, with the habits of real ones. By default it is right; a test turns
 * habits on, or takes single messages over with {@link #answers}.
 */
final class PlayedRelay implements PipeDialer.Script {

    /** Takes a client's message over: true when nothing more is to be done. */
    interface Answers {
        boolean answer(Connection connection, ClientMessage message) throws InterruptedException;
    }

    // what it holds
    private final List<Event> events = new CopyOnWriteArrayList<>();

    // habits
    volatile int cap = 500;
    volatile boolean exclusive;
    volatile int maxSubscriptions = Integer.MAX_VALUE;
    volatile boolean wedges;
    volatile Answers answers = (connection, message) -> false;

    // what a test looks at
    final List<Connection> connections = new CopyOnWriteArrayList<>();
    final List<ClientMessage> messages = new CopyOnWriteArrayList<>();
    final AtomicInteger mostOpen = new AtomicInteger();

    PlayedRelay hold(List<Event> more) {
        events.addAll(more);
        return this;
    }

    /** A new event: stored, and sent to all who listen. */
    void publish(Event event) throws InterruptedException {
        events.add(event);
        for (Connection connection : connections) {
            connection.tell(event);
        }
    }

    List<ClientMessage.Req> requests() {
        return messages.stream()
                .filter(ClientMessage.Req.class::isInstance)
                .map(ClientMessage.Req.class::cast)
                .toList();
    }

    /** Requests for history: those that are not live. */
    List<Filter> pages() {
        return requests().stream()
                .map(req -> req.filters().get(0))
                .filter(filter -> filter.limit().orElse(1) > 1)
                .toList();
    }

    static long bytes(ClientMessage.Req req) {
        return Codec.encode(req).length();
    }

    /** Live requests that were sent. */
    List<ClientMessage.Req> live() {
        return requests().stream()
                .filter(req -> req.filters().get(0).limit().orElse(0) == 1)
                .toList();
    }

    long closes() {
        return messages.stream().filter(ClientMessage.Close.class::isInstance).count();
    }

    Connection newest() {
        return connections.get(connections.size() - 1);
    }

    @Override
    public void run(PipeSocket.Peer peer) throws InterruptedException {
        Connection connection = new Connection(peer);
        connections.add(connection);
        connection.run();
    }

    /** The events that a page of a filter holds, newest first. */
    List<Event> page(Filter filter) {
        List<Event> all = new ArrayList<>(new LinkedHashSet<>(events));
        all.removeIf(event -> !filter.matches(event) || (exclusive && isEdge(filter, event)));
        all.sort(Event.NEWEST_FIRST);
        return all.subList(0, Math.min(all.size(), Math.min(cap, filter.limit().orElse(cap))));
    }

    private static boolean isEdge(Filter filter, Event event) {
        return filter.until().orElse(-1) == event.createdAt() || filter.since().orElse(-1) == event.createdAt();
    }

    /** One connection of a client. */
    final class Connection {
        final PipeSocket.Peer peer;
        private final Map<SubscriptionId, List<Filter>> open = new LinkedHashMap<>();
        private boolean wedged;

        /** Whether the client has gone. */
        volatile boolean ended;

        Connection(PipeSocket.Peer peer) {
            this.peer = peer;
        }

        void run() throws InterruptedException {
            while (peer.receive() instanceof Received.Text text) {
                ClientMessage message = ((Decoded.Message<ClientMessage>) Codec.clientMessage(text.text())).value();
                messages.add(message);
                if (!wedged && !answers.answer(this, message)) {
                    take(message);
                }
            }
            ended = true;
        }

        void take(ClientMessage message) throws InterruptedException {
            switch (message) {
                case ClientMessage.Req req -> take(req);
                case ClientMessage.Close close -> remove(close.id());
                case ClientMessage.NegOpen open -> send(new RelayMessage.Notice("ERROR: bad msg: negentropy disabled"));
                default -> throw new IllegalStateException("unexpected " + message);
            }
        }

        private void take(ClientMessage.Req req) throws InterruptedException {
            if (add(req) > maxSubscriptions) {
                wedged = wedges;
                remove(req.id());
                if (!wedged) {
                    send(new RelayMessage.Notice("ERROR: too many concurrent REQs"));
                }
                return;
            }
            Set<Event> page = new LinkedHashSet<>();
            req.filters().forEach(filter -> page.addAll(page(filter)));
            for (Event event : page) {
                send(new RelayMessage.Delivery(req.id(), event));
            }
            eose(req.id());
        }

        void eose(SubscriptionId id) throws InterruptedException {
            send(new RelayMessage.Eose(id, RelayMessage.Hint.NONE));
        }

        void send(RelayMessage message) throws InterruptedException {
            peer.text(Codec.encode(message));
        }

        private int add(ClientMessage.Req req) {
            synchronized (open) {
                open.put(req.id(), req.filters());
                mostOpen.accumulateAndGet(open.size(), Math::max);
                return open.size();
            }
        }

        /** The bytes of all open REQs with one more. */
        long bytesWith(ClientMessage.Req req) {
            synchronized (open) {
                return bytes(req)
                        + open.entrySet().stream()
                                .mapToLong(one -> bytes(new ClientMessage.Req(one.getKey(), one.getValue())))
                                .sum();
            }
        }

        List<Filter> openFilters() {
            synchronized (open) {
                return open.values().stream().flatMap(List::stream).toList();
            }
        }

        /** The subscriptions of which some filter is so. */
        Set<SubscriptionId> open(Predicate<Filter> so) {
            synchronized (open) {
                return open.entrySet().stream()
                        .filter(one -> one.getValue().stream().anyMatch(so))
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
            }
        }

        void drop(SubscriptionId id) {
            remove(id);
        }

        private void remove(SubscriptionId id) {
            synchronized (open) {
                open.remove(id);
            }
        }

        int openSubscriptions() {
            synchronized (open) {
                return open.size();
            }
        }

        Optional<SubscriptionId> live() {
            synchronized (open) {
                return open.keySet().stream().findFirst();
            }
        }

        private void tell(Event event) throws InterruptedException {
            Map<SubscriptionId, List<Filter>> now;
            synchronized (open) {
                now = new LinkedHashMap<>(open);
            }
            for (Map.Entry<SubscriptionId, List<Filter>> one : now.entrySet()) {
                if (one.getValue().stream().anyMatch(filter -> filter.matches(event))) {
                    send(new RelayMessage.Delivery(one.getKey(), event));
                }
            }
        }
    }
}
