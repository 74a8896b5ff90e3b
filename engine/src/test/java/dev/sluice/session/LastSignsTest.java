package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.pace.Pauses;
import dev.sluice.task.Fork;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the end of a connection tells of what the relay wants. */
@Timeout(10)
class LastSignsTest {
    private static final Filter LARGE = Filter.ALL
            .withIds(LongStream.range(0, 400)
                    .mapToObj(i -> new EventId(i, 1, 2, 3))
                    .collect(Collectors.toSet()))
            .withLimit(OptionalInt.of(400));

    private final SessionRig rig = new SessionRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private Optional<Pauses.Kind> pause() {
        for (Pauses.Kind kind : Pauses.Kind.values()) {
            if (rig.pace.pauses().left(kind).isPresent()) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private Signal.Ended ended() throws InterruptedException {
        Signal signal = rig.signal();
        while (!(signal instanceof Signal.Ended)) {
            signal = rig.signal();
        }
        return (Signal.Ended) signal;
    }

    @ParameterizedTest
    @CsvSource({
        "1008, Rate limit exceeded, RATE",
        "1008, Forbidden, RATE",
        "1008, banned, POLICY",
        "4003, '', POLICY",
        "1008, timed out,",
        "1012, restarting,",
        "1013, '',",
        "1001, '',",
        "1000, '',"
    })
    void theReasonOfACloseDecidesBeforeItsCode(int code, String reason, Pauses.Kind kind) throws InterruptedException {
        rig.notice("hello");
        rig.peer.close(code, reason);

        ended();

        assertEquals(Optional.ofNullable(kind), pause());
    }

    @Test
    void aCloseForTooManySubscriptionsLowersTheirNumber() throws InterruptedException {
        rig.live(SessionRig.NOTES);
        rig.live(SessionRig.NOTES);
        rig.notice("hello");
        rig.peer.close(1008, "Too many concurrent REQs");

        assertEquals(new Signal.Shrunk(), rig.signal());
        ended();

        assertEquals(1, rig.ledger.budget());
        assertEquals(Optional.empty(), pause());
    }

    @Test
    void aConnectionCutAtOnceAsksForAPause() throws InterruptedException {
        rig.peer.hangUp();

        ended();

        assertEquals(Optional.of(Pauses.Kind.RATE), pause());
    }

    @Test
    void aConnectionCutLaterAsksForNothing() throws InterruptedException {
        rig.notice("hello");
        rig.peer.hangUp();

        ended();

        assertEquals(Optional.empty(), pause());
    }

    @Test
    void aCutRightAfterALargeMessageIsItsRefusal() throws InterruptedException {
        answeredPage(SessionRig.NOTES);
        Request large = rig.page(LARGE);
        Fork<Terminal> terminal = rig.awaiting(large);
        rig.heardRequest();
        rig.peer.hangUp();

        ended();

        assertTrue(terminal.join() instanceof Terminal.Gone);
        assertEquals(OptionalInt.of(large.bytes()), rig.pace.messages().takeRefused());
        assertEquals(OptionalInt.empty(), rig.pace.messages().takeRefused());
    }

    @Test
    void aCutAfterAMessageThatWasTakenBeforeIsChance() throws InterruptedException {
        answeredPage(LARGE);
        rig.page(LARGE);
        rig.heardRequest();
        rig.peer.hangUp();

        ended();

        assertFalse(rig.pace.messages().takeRefused().isPresent());
    }

    @Test
    void aCutSomeTimeAfterALargeMessageIsChance() throws InterruptedException {
        rig.notice("hello");
        rig.page(LARGE);
        rig.heardRequest();
        rig.time.advance(Duration.ofSeconds(3));
        rig.peer.hangUp();

        ended();

        assertFalse(rig.pace.messages().takeRefused().isPresent());
    }

    @Test
    void aCutAfterASmallMessageIsChance() throws InterruptedException {
        rig.notice("hello");
        rig.page(SessionRig.NOTES);
        rig.heardRequest();
        rig.peer.hangUp();

        ended();

        assertFalse(rig.pace.messages().takeRefused().isPresent());
    }

    @Test
    void aCloseForSizeIsTheRefusalOfTheLastMessage() throws InterruptedException {
        Request large = rig.page(LARGE);
        rig.heardRequest();
        rig.peer.close(1009, "");

        ended();

        assertEquals(OptionalInt.of(large.bytes()), rig.pace.messages().takeRefused());
    }

    @Test
    void aCloseForSizeOfARelayThatIsBusyIsNone() throws InterruptedException {
        rig.page(LARGE);
        rig.heardRequest();
        rig.peer.close(1009, "error: relay queue limit reached");

        ended();

        assertEquals(OptionalInt.empty(), rig.pace.messages().takeRefused());
    }

    private void answeredPage(Filter filter) throws InterruptedException {
        Request page = rig.page(filter);
        SubscriptionId id = rig.heardRequest();
        rig.eose(id);
        assertTrue(rig.awaiting(page).join() instanceof Terminal.Eose);
        page.close();
        assertEquals(Set.of(id), Set.of(((dev.sluice.nostr.ClientMessage.Close) rig.heard()).id()));
    }
}
