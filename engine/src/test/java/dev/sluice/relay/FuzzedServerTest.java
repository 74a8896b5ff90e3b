package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Gauge;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FrameFuzzer;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.testing.Leftovers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nearly right messages of clients: none brings more than its own answer about, and nothing is left of any. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class FuzzedServerTest {

    private static final int USUAL = 20_000;

    /** Messages of one connection. */
    private static final int CONVERSATION = 400;

    private static final List<Event> NOTES = IntStream.range(0, 50)
            .mapToObj(i -> TestEvents.note(TestEvents.EPOCH + i, "note " + i))
            .toList();

    private static List<String> seeds() {
        SubscriptionId id = new SubscriptionId("s");
        Filter filter = Filter.ALL
                .withKinds(Set.of(1, 7))
                .withTag('e', Set.of(NOTES.get(0).id().hex()))
                .withLimit(OptionalInt.of(5));
        List<String> seeds = new ArrayList<>();
        seeds.add(Codec.encode(new ClientMessage.Publish(TestEvents.note(TestEvents.EPOCH, "published"))));
        seeds.add(Codec.encode(new ClientMessage.Req(id, List.of(filter, Filter.ALL))));
        seeds.add(Codec.encode(new ClientMessage.Close(id)));
        seeds.add("[\"REQ\",\"t\",{\"authors\":[\"" + NOTES.get(0).pubkey().hex() + "\"],\"since\":1,\"until\":2}]");
        seeds.add("[\"COUNT\",\"c\",{\"kinds\":[1]},{\"ids\":[\""
                + NOTES.get(1).id().hex() + "\"]}]");
        seeds.add("[\"NEG-OPEN\",\"n\",{\"kinds\":[1]},\"6100000200\"]");
        seeds.add("[\"NEG-MSG\",\"n\",\"6100000200\"]");
        seeds.add("[\"NEG-CLOSE\",\"n\"]");
        seeds.add("[\"AUTH\"," + Codec.encode(TestEvents.note(TestEvents.EPOCH, "who")) + "]");
        return seeds;
    }

    @Test
    void noMessageBringsMoreThanItsOwnAnswerAbout() throws InterruptedException {
        int frames = FrameFuzzer.frames(USUAL);
        FrameFuzzer fuzzer = new FrameFuzzer(frames, seeds());
        converse(new FrameFuzzer(1, seeds()), CONVERSATION);
        Leftovers leftovers = Leftovers.before("server");
        converse(fuzzer, frames);
        leftovers.none(frames);
    }

    private static void converse(FrameFuzzer fuzzer, int frames) throws InterruptedException {
        try (TestRelay relay = new TestRelay(RelayLimits.DEFAULT, WritePolicy.OPEN)) {
            relay.hold(NOTES);
            for (int said = 0; said < frames; said += CONVERSATION) {
                TestClient client = relay.connect();
                for (int i = 0; i < CONVERSATION; i++) {
                    say(relay, client, fuzzer.next());
                }
                relay.disconnect(client);
                assertEquals(0, relay.metrics.value(Gauge.SERVED_CONNECTIONS));
                assertEquals(0, relay.metrics.value(Gauge.SERVED_SUBSCRIPTION_BYTES));
            }
            TestClient wellBehaved = relay.connect();
            wellBehaved.req("x", Filter.ALL.withLimit(OptionalInt.of(1)));
            assertEquals(1, wellBehaved.hearStored("x").events().size());
        }
    }

    private static void say(TestRelay relay, TestClient client, String frame) throws InterruptedException {
        try {
            client.say(frame);
        } catch (RuntimeException | Error e) {
            throw new AssertionError("on " + frame, e);
        }
        assertTrue(client.forget() < 1_000, "answers to " + frame);
        assertEquals(Set.of(), relay.metrics.beyond(), "after " + frame);
    }
}
