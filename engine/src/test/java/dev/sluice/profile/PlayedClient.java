package dev.sluice.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.archive.Guard;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Write;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.relay.ClientAddress;
import dev.sluice.relay.ClientConnection;
import dev.sluice.relay.ClientOutput;
import dev.sluice.time.ManualTime;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/** A client of a profiled relay over an archive in memory: it says messages, and what it hears is kept in order. */
final class PlayedClient implements ClientOutput, AutoCloseable {
    final ManualTime time = new ManualTime();
    final ProfiledRelay relay;
    private final MemoryArchive archive;
    private final Intake intake;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final Semaphore said = new Semaphore(0);
    private ClientConnection connection;

    PlayedClient(String profile) {
        this(Profile.named(profile).orElseThrow());
    }

    PlayedClient(Profile profile) {
        this.archive =
                new MemoryArchive(time, RelayUrl.parse("ws://127.0.0.1:7447").orElseThrow());
        this.intake = new Intake(archive, Policies.mirror(), 1);
        this.relay = new ProfiledRelay(archive, intake, profile, time, time);
        this.connection = relay.open(this, new ClientAddress("test", "test", true));
    }

    /** Puts events into the archive unverified. */
    PlayedClient hold(List<Event> events) throws InterruptedException {
        archive.submit(new Write.Events(events, Guard.OPEN, false)).join();
        return this;
    }

    /** What is heard at once in answer to a message. */
    List<String> say(String json) throws InterruptedException {
        int before = count();
        connection.receive(json);
        return since(before);
    }

    List<String> say(ClientMessage message) throws InterruptedException {
        return say(Codec.encode(message));
    }

    List<String> req(String id, Filter... filters) throws InterruptedException {
        return say(new ClientMessage.Req(new SubscriptionId(id), List.of(filters)));
    }

    List<String> close(String id) throws InterruptedException {
        return say(new ClientMessage.Close(new SubscriptionId(id)));
    }

    List<String> negOpen(String id) throws InterruptedException {
        return say("[\"NEG-OPEN\",\"" + id + "\",{\"kinds\":[1]},\"61000000\"]");
    }

    /** Opens so many subscriptions, each by a filter that no profile takes for a scraper's. */
    void fill(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            assertEquals(List.of("[\"EOSE\",\"s" + i + "\"]"), req("s" + i, small(i)));
        }
    }

    /** A filter of two conditions that matches nothing. */
    static Filter small(int number) {
        return Filter.ALL
                .withKinds(Set.of(1))
                .withTag('t', Set.of("nothing" + number))
                .withLimit(OptionalInt.of(10));
    }

    /** The message after so many; blocks until it is there. */
    String await(int before) throws InterruptedException {
        while (count() <= before) {
            said.acquire();
        }
        return heard.get(before);
    }

    void reconnect() {
        connection.close();
        heard.clear();
        connection = relay.open(this, new ClientAddress("test", "test", true));
    }

    long refused(Occasion occasion) {
        return relay.counts().refused().getOrDefault(occasion, 0L);
    }

    private List<String> since(int before) {
        return List.copyOf(heard.subList(before, heard.size()));
    }

    int count() {
        return heard.size();
    }

    @Override
    public boolean send(String text) {
        heard.add(text);
        said.release();
        return true;
    }

    @Override
    public void end(String reason) {
        end(1008, reason);
    }

    @Override
    public void end(int code, String reason) {
        send("end " + code + (reason.isEmpty() ? "" : " " + reason));
    }

    @Override
    public void cut() {
        send("cut");
    }

    @Override
    public void close() {
        connection.close();
        relay.close();
        intake.close();
        archive.close();
    }
}
