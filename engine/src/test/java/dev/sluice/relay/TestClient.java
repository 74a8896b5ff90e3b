package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client without a socket: says messages to a session and hears its answers, or reads nothing for a while. */
final class TestClient implements ClientOutput {

    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile CountDownLatch reading = new CountDownLatch(0);
    private volatile CountDownLatch stuck = new CountDownLatch(1);
    private volatile String reason = "";
    private volatile boolean gone;
    private final ClientSession session;

    TestClient(RelayCore core) {
        this(core, new ClientAddress("test", "test", true));
    }

    TestClient(RelayCore core, ClientAddress address) {
        this.session = core.open(this, address);
    }

    @Override
    public boolean send(String text) {
        CountDownLatch gate = reading;
        if (gate.getCount() > 0) {
            stuck.countDown();
            awaitUninterruptibly(gate);
        }
        if (gone) {
            return false;
        }
        heard.add(text);
        return true;
    }

    @Override
    public void end(String why) {
        reason = why;
        gone = true;
        ended.countDown();
    }

    void stopReading() {
        stuck = new CountDownLatch(1);
        reading = new CountDownLatch(1);
    }

    /** Blocks until the session waits for us to read. */
    void awaitStuck() throws InterruptedException {
        stuck.await();
    }

    void readOn() {
        reading.countDown();
    }

    /** Blocks until the session has ended the connection; its reason. */
    String awaitEnd() throws InterruptedException {
        ended.await();
        return reason;
    }

    void say(String json) throws InterruptedException {
        session.receive(json);
    }

    void say(ClientMessage message) throws InterruptedException {
        say(Codec.encode(message));
    }

    void req(String id, Filter... filters) throws InterruptedException {
        say(new ClientMessage.Req(new SubscriptionId(id), List.of(filters)));
    }

    void publish(Event event) throws InterruptedException {
        say(new ClientMessage.Publish(event));
    }

    /** Answers a challenge for a key, at some moment. */
    void authenticate(String challenge, KeyPair key, long seconds) throws InterruptedException {
        List<List<String>> tags = List.of(List.of("relay", "wss://relay.example"), List.of("challenge", challenge));
        say(new ClientMessage.Auth(key.sign(seconds, Kind.CLIENT_AUTH, tags, "")));
    }

    /** The challenge that comes before a refusal. */
    String hearChallenge() throws InterruptedException {
        return assertInstanceOf(RelayMessage.Challenge.class, hear()).challenge();
    }

    /** The next message's text. */
    String hearText() throws InterruptedException {
        String text = heard.poll(10, TimeUnit.SECONDS);
        assertNotNull(text, "the relay says nothing");
        return text;
    }

    RelayMessage hear() throws InterruptedException {
        String text = hearText();
        Decoded<RelayMessage> decoded = Codec.relayMessage(text);
        return assertInstanceOf(Decoded.Message.class, decoded, text).value() instanceof RelayMessage message
                ? message
                : null;
    }

    RelayMessage.Ok hearOk() throws InterruptedException {
        return assertInstanceOf(RelayMessage.Ok.class, hear());
    }

    RelayMessage.Closed hearClosed() throws InterruptedException {
        return assertInstanceOf(RelayMessage.Closed.class, hear());
    }

    RelayMessage.Eose hearEose(String id) throws InterruptedException {
        RelayMessage.Eose eose = assertInstanceOf(RelayMessage.Eose.class, hear());
        assertEquals(id, eose.id().value());
        return eose;
    }

    Event hearEvent(String id) throws InterruptedException {
        return event(id, hear());
    }

    /** All events of a subscription up to its EOSE. */
    Stored hearStored(String id) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        RelayMessage message = hear();
        while (!(message instanceof RelayMessage.Eose eose)) {
            events.add(event(id, message));
            message = hear();
        }
        return new Stored(events, eose.hint());
    }

    record Stored(List<Event> events, RelayMessage.Hint hint) {}

    /** Drops what was said so far; how many messages that was. */
    int forget() {
        List<String> dropped = new ArrayList<>();
        return heard.drainTo(dropped);
    }

    int unheard() {
        return heard.size();
    }

    /** The connection ends. */
    void leave() {
        gone = true;
        readOn();
        session.close();
    }

    private static Event event(String id, RelayMessage message) {
        RelayMessage.Delivery delivery = assertInstanceOf(RelayMessage.Delivery.class, message);
        assertEquals(id, delivery.id().value());
        return delivery.event();
    }

    private static void awaitUninterruptibly(CountDownLatch gate) {
        boolean interrupted = false;
        while (gate.getCount() > 0) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
