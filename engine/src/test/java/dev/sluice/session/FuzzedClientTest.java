package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.SlotClass;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Gauge;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FrameFuzzer;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.testing.Leftovers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nearly right messages of a relay: none ends more than its own request, and nothing is left of any. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class FuzzedClientTest {

    private static final int USUAL = 20_000;

    /** Messages of one connection. */
    private static final int CONVERSATION = 400;

    private static final KeyPair WE = TestEvents.keyPair(3);

    /** Ids are given in the order of asking; some of these belong to nobody. */
    private static final int IDS = 6;

    private static List<String> seeds() {
        List<String> seeds = new ArrayList<>();
        for (int number = 1; number <= IDS; number++) {
            SubscriptionId id = new SubscriptionId("r" + number);
            Event note = SessionRig.note(number);
            seeds.add(Codec.encode(new RelayMessage.Delivery(id, note)));
            seeds.add(Codec.encode(new RelayMessage.Eose(id, RelayMessage.Hint.MORE)));
            seeds.add(Codec.encode(new RelayMessage.Closed(id, "rate-limited: slow down, at most 3 REQs")));
            seeds.add(Codec.encode(new RelayMessage.Closed(id, "auth-required: who are you?")));
            seeds.add("[\"NEG-MSG\",\"r" + number + "\",\"61000002" + "00".repeat(number) + "\"]");
            seeds.add("[\"NEG-ERR\",\"r" + number + "\",\"blocked: too many records\"]");
            seeds.add("[\"COUNT\",\"r" + number + "\",{\"count\":5}]");
            seeds.add("[\"OK\",\"" + note.id().hex() + "\",false,\"rate-limited: 10 events a minute\"]");
        }
        seeds.add("[\"NOTICE\",\"ERROR: too many concurrent REQs\"]");
        seeds.add("[\"NOTICE\",\"bad req: filter item too large r2\"]");
        seeds.add("[\"AUTH\",\"a challenge\"]");
        return seeds;
    }

    @Test
    void noMessageEndsMoreThanItsOwnRequest() throws InterruptedException {
        int frames = FrameFuzzer.frames(USUAL);
        converse(new FrameFuzzer(1, seeds()));
        Leftovers leftovers = Leftovers.before("client");
        FrameFuzzer fuzzer = new FrameFuzzer(frames, seeds());
        for (int heard = 0; heard < frames; heard += CONVERSATION) {
            converse(fuzzer);
        }
        leftovers.none(frames);
    }

    private static void converse(FrameFuzzer fuzzer) throws InterruptedException {
        try (SessionRig rig = new SessionRig(20, Optional.of(WE))) {
            ask(rig);
            for (int i = 0; i < CONVERSATION; i++) {
                assertTrue(rig.peer.text(fuzzer.next()), "the session has ended");
                assertEquals(Set.of(), rig.metrics.beyond());
            }
            // the reader is still there, and takes what is right
            rig.until(() -> rig.metrics.value(Counter.MESSAGES_RECEIVED) == CONVERSATION);
            rig.peer.hangUp();
            rig.until(() -> rig.metrics.value(Gauge.REQUESTS) == 0 && rig.metrics.value(Gauge.CONNECTIONS) == 0);
        }
    }

    /** One request of each sort. */
    private static void ask(SessionRig rig) throws InterruptedException {
        rig.live(Filter.ALL.withKinds(Set.of(1)));
        rig.page(SessionRig.NOTES);
        rig.page(Filter.ALL.withIds(Set.of(SessionRig.note(1).id())).withLimit(SessionRig.NOTES.limit()));
        Turn.Ready turn = (Turn.Ready) rig.session.awaitTurn(SlotClass.NEGENTROPY);
        Opening unused = rig.session.reconcile(turn, Filter.ALL, "6100");
        Optional<Published> unanswered = rig.session.publish(SessionRig.note(2));
        assertTrue(unanswered.isPresent());
    }
}
