package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.pace.Pauses;
import dev.sluice.plan.Tier;
import dev.sluice.session.Refusal;
import dev.sluice.wire.PipeDialer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a mirror tells an operator of itself. */
@Timeout(20)
class MirrorStatusTest {
    private static final List<Event> NOTES = Rig.notes(Rig.T0, 700);

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aRelayThatIsLiveAndWholeShowsItsSlotsItsTiersAndItsCounts() throws InterruptedException {
        relay.hold(NOTES);
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            rig.until(() -> relay(mirror).history().complete() == 1
                    && relay(mirror).counts().pages() >= 2);

            RelayStatus status = relay(mirror);

            assertEquals(Progress.State.LIVE, status.state());
            RelayStatus.Connection only = status.connections().get(0);
            assertEquals(1, status.connections().size());
            assertEquals(1, only.generation());
            assertTrue(only.open() && only.budget() > 2, only.toString());
            assertEquals(1, only.held().get(SlotClass.LIVE));
            assertEquals(List.of(new RelayStatus.Live(Tier.ESSENTIAL, 1, 0, 0)), status.tiers());
            assertEquals(0, status.debts());
            assertEquals(List.of(), status.pauses());
            assertTrue(status.refusal().isEmpty());
            assertEquals(1.0, status.history().share());
            assertEquals(OptionalLong.empty(), status.history().oldestOpen());
            assertEquals(700, status.counts().stored());
            assertTrue(status.counts().bytesIn() > 700 * 100, status.counts().toString());
            assertTrue(status.counts().bytesOut() > 10, status.counts().toString());

            long before = status.counts().bytesIn();
            relay.newest().peer.hangUp();
            rig.until(() -> relay(mirror).connections().get(0).generation() == 2);
            assertTrue(relay(mirror).counts().bytesIn() >= before, "what an ended connection has brought stays");
        }
    }

    @Test
    void aRefusalShowsItsWordsItsReactionAndItsPause() throws InterruptedException {
        relay.hold(NOTES);
        relay.answers = (connection, message) -> {
            boolean page = message instanceof ClientMessage.Req req
                    && req.filters().get(0).limit().orElse(0) > 1;
            if (page) {
                connection.send(new RelayMessage.Closed(
                        ((ClientMessage.Req) message).id(), "rate-limited: slow down " + "x".repeat(1_000)));
            }
            return page;
        };
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            rig.until(() -> !relay(mirror).pauses().isEmpty());

            RelayStatus status = relay(mirror);

            assertEquals(Pauses.Kind.RATE, status.pauses().get(0).kind());
            long left = status.pauses().get(0).until() - rig.time.seconds();
            assertTrue(left > 0 && left <= 3_600, "left " + left);
            RelayStatus.Refused last = status.refusal().orElseThrow();
            assertEquals(Refusal.Reaction.TOO_MANY_QUERIES, last.reaction());
            assertEquals(200, last.words().length());
            assertTrue(last.at() <= rig.time.seconds(), last.toString());
            assertEquals(0, status.history().complete());
        }
    }

    private static RelayStatus relay(Mirror mirror) {
        return mirror.status().relays().stream().findFirst().orElseGet(MirrorStatusTest::nothing);
    }

    private static RelayStatus nothing() {
        return new RelayStatus(
                Rig.URL,
                false,
                Progress.State.WAITING,
                List.of(new RelayStatus.Connection(0, 0, false, 0, Map.of(), 0)),
                List.of(),
                0,
                List.of(),
                Optional.empty(),
                new RelayStatus.History(1, 0, 0, OptionalLong.empty(), RelayStatus.Method.PAGES, ""),
                new RelayStatus.Counts(0, 0, 0, 0, 0, 0, 0));
    }
}
