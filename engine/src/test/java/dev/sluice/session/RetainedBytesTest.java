package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a relay says of the bytes of all open subscriptions is learned, with or without a number. */
@Timeout(30)
class RetainedBytesTest {
    private final SessionRig rig = new SessionRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private static Filter heavy(int values) {
        Set<String> topics =
                IntStream.range(0, values).mapToObj(i -> "topic " + i).collect(Collectors.toSet());
        return Filter.ALL.withTag('t', topics);
    }

    private Request open(Filter filter) throws InterruptedException {
        Request live = rig.live(filter);
        rig.eose(rig.heardRequest());
        live.await();
        return live;
    }

    @Test
    void aStatedNumberIsTaken() throws InterruptedException {
        Request live = rig.live(heavy(10));
        rig.closed(rig.heardRequest(), "rate-limited: active subscriptions exceed max size 1048576 bytes");

        assertInstanceOf(Terminal.Refused.class, live.await());
        assertInstanceOf(Signal.Capped.class, rig.signal());
        assertEquals(OptionalLong.of(1_048_576), rig.pace.retained().bytes());
    }

    @Test
    void aWeightIsThatOfTheRequestOnTheWire() throws InterruptedException {
        Request live = rig.live(heavy(10));
        assertEquals(rig.peer.readText().length(), live.bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rate-limited: active subscriptions exceed max size", "blocked: total filter cost"})
    void withoutANumberWhatWasBorneIsTheCap(String text) throws InterruptedException {
        Request first = open(heavy(400));
        Request second = open(heavy(400));
        Request third = rig.live(heavy(400));
        rig.closed(rig.heardRequest(), text);

        assertInstanceOf(Terminal.Refused.class, third.await());
        assertEquals(
                OptionalLong.of(first.bytes() + second.bytes()),
                rig.pace.retained().bytes());
    }

    @Test
    void aloneItsHalfIs() throws InterruptedException {
        Request only = rig.live(heavy(1_000));
        rig.notice("ERROR: active subscriptions exceed max size");
        rig.heardRequest();

        assertInstanceOf(Terminal.Refused.class, only.await());
        assertEquals(OptionalLong.of(only.bytes() / 2), rig.pace.retained().bytes());
    }

    /** pyramid tells what is in use now: no limit. */
    @Test
    void whatIsInUseIsNoLimit() throws InterruptedException {
        Request first = open(heavy(400));
        Request second = rig.live(heavy(400));
        SubscriptionId id = rig.heardRequest();
        rig.closed(id, "blocked: there are subscriptions from this IP with a total filter cost of 7100");

        second.await();
        assertEquals(OptionalLong.of(first.bytes()), rig.pace.retained().bytes());
    }
}
