package dev.sluice.sync;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.RelayMessage.Hint;
import dev.sluice.nostr.Signature;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.relay.Limit;
import dev.sluice.relay.RelayLimits;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.PipeDialer;
import dev.sluice.wire.PipeSocket;
import dev.sluice.wire.RelaySocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Our own relay over connections on which everything goes wrong, at random by a seed: what it says comes late, twice,
 * broken or never, strange things are said in between, and connections end or fall dead. It only never says of its own
 * request that all was sent when it was not: that no client can see.
 */
final class HostileRelay implements Dialer, Rig.Bystander, AutoCloseable {
    private static final int PAGE = 60;
    private static final List<String> WORDS = List.of(
            "who knows", "welcome", "ERROR: bad msg: unparseable message", "restarting soon", "your clock is wrong");
    private static final List<String> REFUSALS = List.of(
            "error: query failed", "error: shutting down", "rate-limited: slow down", "blocked: too many filters", "");
    private static final Signature NONE = new Signature(1, 2, 3, 4, 5, 6, 7, 8);

    private final ManualTime time;
    private final ServedRelay relay;
    private final PipeDialer dialer;
    private final TaskScope late = TaskScope.open("late");
    private final Set<PipeSocket.Peer> dead = ConcurrentHashMap.newKeySet();
    private final SplittableRandom random;
    private volatile boolean calm;

    HostileRelay(ManualTime time, long seed) {
        this.time = time;
        this.random = new SplittableRandom(seed);
        RelayLimits limits = RelayLimits.DEFAULT
                .with(Limit.MAX_LIMIT, PAGE)
                .with(Limit.MAX_NEG_ITEMS, 700)
                .with(Limit.NEG_FRAME_BYTES, 4_096);
        this.relay = new ServedRelay(time, limits);
        this.relay.answers = this::hear;
        this.relay.sending = this::say;
        this.dialer = PipeDialer.serving(relay);
    }

    HostileRelay hold(List<Event> events) throws InterruptedException {
        var unused = relay.hold(events);
        return this;
    }

    /** From now on it is right; connections that are dead stay so until they are noticed. */
    void calm() {
        calm = true;
    }

    int heard() {
        return relay.messages.size();
    }

    private int roll(int sides) {
        synchronized (random) {
            return random.nextInt(sides);
        }
    }

    private <T> T any(List<T> all) {
        return all.get(roll(all.size()));
    }

    // what the engine dials

    @Override
    public Dialed dial(URI uri) {
        if (!calm && roll(6) == 0) {
            return new Dialed.Failed(any(List.of(Failure.values())), 0, 0, "no luck");
        }
        return switch (dialer.dial(uri)) {
            case Dialed.Connected connected -> new Dialed.Connected(new Eager((PipeSocket) connected.socket()));
            case Dialed.Failed failed -> failed;
        };
    }

    @Override
    public Fetched information(URI uri) {
        return new Fetched.Absent("none");
    }

    /** A socket on which an answer may come before the send returns. */
    private final class Eager implements RelaySocket {
        private final PipeSocket socket;

        Eager(PipeSocket socket) {
            this.socket = socket;
        }

        @Override
        public Received receive() throws InterruptedException {
            return socket.receive();
        }

        @Override
        public boolean send(String text) {
            if (!calm && Codec.clientMessage(text) instanceof Decoded.Message<ClientMessage>(ClientMessage.Req req)) {
                answerAtOnce(req);
            }
            return socket.send(text);
        }

        /** Only live requests: their end says nothing of history. */
        private void answerAtOnce(ClientMessage.Req req) {
            boolean live =
                    req.filters().stream().allMatch(filter -> filter.limit().orElse(0) == 1);
            if (live && roll(3) == 0) {
                try {
                    var unused = socket.peer().text(Codec.encode(new RelayMessage.Eose(req.id(), Hint.NONE)));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public void close(Duration patience) {
            socket.close(patience);
        }

        @Override
        public void abort() {
            socket.abort();
        }
    }

    // what the relay hears

    /** True when nothing comes of a message. */
    private boolean hear(PipeSocket.Peer peer, ClientMessage message) throws InterruptedException {
        if (dead.contains(peer)) {
            return true;
        }
        if (calm) {
            return false;
        }
        switch (roll(24)) {
            case 0 -> peer.hangUp();
            case 1 -> peer.close(1001, "going away");
            case 2 -> die(peer);
            case 3 -> {
                return true;
            }
            case 4 -> refuse(peer, message);
            case 5 -> flood(peer);
            case 6 -> strange(peer, message);
            default -> {
                return false;
            }
        }
        return peer.ended();
    }

    /** Half-open: nothing comes any more, and after two ping intervals that is noticed. */
    private void die(PipeSocket.Peer peer) {
        dead.add(peer);
        later(Duration.ofSeconds(110), peer::fallSilent);
    }

    private void refuse(PipeSocket.Peer peer, ClientMessage message) throws InterruptedException {
        switch (message) {
            case ClientMessage.Req req -> say(peer, new RelayMessage.Closed(req.id(), any(REFUSALS)));
            case ClientMessage.NegOpen open ->
                say(peer, new RelayMessage.NegErr(open.id(), any(REFUSALS), OptionalLong.empty()));
            case ClientMessage.NegMsg msg ->
                say(
                        peer,
                        new RelayMessage.NegErr(msg.id(), "closed: unknown subscription handle", OptionalLong.empty()));
            default -> say(peer, new RelayMessage.Notice(any(WORDS)));
        }
    }

    private void flood(PipeSocket.Peer peer) throws InterruptedException {
        for (int i = 0; i < 150; i++) {
            say(peer, new RelayMessage.Notice(any(WORDS)));
        }
    }

    /** Words about what was never asked, or was over long ago, and what is no message at all. */
    private void strange(PipeSocket.Peer peer, ClientMessage message) throws InterruptedException {
        SubscriptionId unknown = new SubscriptionId(any(List.of("", "x", "r1", "n1", "r zz", "ж")));
        Event forged = forged();
        say(peer, new RelayMessage.Closed(new SubscriptionId("none"), any(REFUSALS)));
        say(peer, new RelayMessage.Eose(new SubscriptionId("none"), Hint.FINISH));
        say(peer, new RelayMessage.NegMsg(new SubscriptionId("none"), "61"));
        say(peer, new RelayMessage.Delivery(unknown, forged));
        say(peer, new RelayMessage.Ok(forged.id().hex(), true, ""));
        if (message instanceof ClientMessage.Req req) {
            say(peer, new RelayMessage.Delivery(req.id(), forged));
        }
        for (String broken :
                List.of("", "[", "[]", "{}", "[\"EVENT\"]", "[\"EOSE\",7]", "[\"NEG-MSG\",\"n1\",\"zz\"]")) {
            var unused = peer.text(broken);
        }
    }

    /** Of the newest second, so that it moves no cursor. */
    private Event forged() {
        Event real = ChaosTest.NOTES.stream().min(Event.NEWEST_FIRST).orElseThrow();
        return new Event(real.id(), real.pubkey(), real.createdAt(), real.kind(), real.tags(), "forged", NONE);
    }

    // what the relay says

    private void say(PipeSocket.Peer peer, RelayMessage message) throws InterruptedException {
        var unused = peer.text(Codec.encode(message));
    }

    private boolean say(PipeSocket.Peer peer, String text) throws InterruptedException {
        if (dead.contains(peer)) {
            return true;
        }
        boolean event = text.startsWith("[\"EVENT\"");
        if (calm || (event && roll(40) > 0)) {
            return peer.text(text);
        }
        switch (roll(event ? 2 : 12)) {
            case 0 -> peer.hangUp();
            case 1 -> {
                var unused = peer.text(text);
                return peer.text(text);
            }
            case 2 -> later(Duration.ofSeconds(1 + roll(200)), () -> resay(peer, text));
            case 3 -> die(peer);
            case 4 -> {
                // never said
            }
            case 5 -> {
                return peer.text(text) && closedToo(peer, text);
            }
            case 6 -> {
                return peer.text(broken(text));
            }
            default -> {
                return peer.text(text);
            }
        }
        return !peer.ended();
    }

    private static void resay(PipeSocket.Peer peer, String text) {
        try {
            var unused = peer.text(text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An EOSE and at once the end of the subscription. */
    private boolean closedToo(PipeSocket.Peer peer, String text) throws InterruptedException {
        return !(Codec.relayMessage(text) instanceof Decoded.Message<RelayMessage>(RelayMessage.Eose eose))
                || peer.text(Codec.encode(new RelayMessage.Closed(eose.id(), any(REFUSALS))));
    }

    /** A frame that is no frame; everything else is only cut short. */
    private static String broken(String text) {
        return Codec.relayMessage(text) instanceof Decoded.Message<RelayMessage>(RelayMessage.NegMsg msg)
                ? Codec.encode(new RelayMessage.NegMsg(msg.id(), "62" + msg.payload()))
                : text.substring(0, text.length() - 2);
    }

    private void later(Duration wait, Runnable what) {
        late.fork("later", () -> {
            time.sleep(wait);
            what.run();
            return wait;
        });
    }

    @Override
    public long activity() {
        return relay.activity();
    }

    @Override
    public boolean isBusy() {
        return relay.isBusy();
    }

    @Override
    public void close() {
        late.cancel();
        late.close();
        dialer.close();
        relay.close();
    }
}
