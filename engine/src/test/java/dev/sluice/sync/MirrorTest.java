package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Coverage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.wire.PipeDialer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class MirrorTest {
    private static final List<Event> NOTES = Rig.notes(Rig.T0, 1_300);

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allHistoryIsFetchedAndConfirmed(boolean owned) throws InterruptedException {
        relay.hold(NOTES);

        List<WalkReport> reports = rig.run(Rig.once(owned, Filter.ALL), relay);

        assertEquals(List.of(new WalkReport(Rig.URL, Filter.ALL, WalkEnd.DRAINED)), reports);
        assertEquals(1_300, rig.stored());
        Coverage.Interval held = rig.coverage(Filter.ALL).complete().orElseThrow();
        assertEquals(0, held.from());
        assertTrue(held.to() >= 1_750_000_000);
    }

    @Test
    void liveIsOpenedBeforeHistoryWithoutACursorAndWithALimitOfOne() throws InterruptedException {
        relay.hold(NOTES);

        rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(
                List.of(Filter.ALL.withLimit(OptionalInt.of(1))),
                relay.requests().get(0).filters());
        assertEquals(OptionalLong.empty(), relay.pages().get(0).until());
    }

    @Test
    void aStayingMirrorStoresWhatIsPublished() throws InterruptedException {
        Event fresh = Rig.note(1_750_000_100, "fresh");
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            rig.until(() -> mirror.snapshot().relays().stream()
                    .flatMap(of -> of.walks().stream())
                    .anyMatch(walk -> walk.end().isPresent()));

            relay.publish(fresh);
            rig.until(() -> rig.stored() == 1);

            assertEquals(Progress.State.LIVE, mirror.snapshot().relays().get(0).state());
            assertEquals(Optional.of(fresh), rig.archive.event(fresh.id()));
        }
    }
}
