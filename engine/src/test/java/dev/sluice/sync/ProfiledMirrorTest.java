package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Guard;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.profile.Occasion;
import dev.sluice.profile.Profile;
import dev.sluice.profile.ProfiledRelay;
import dev.sluice.wire.PipeDialer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A mirror of what each foreign relay would be: complete, cold and warm, without a refusal that could have been known. */
class ProfiledMirrorTest {

    private static final List<Event> NOTES = Rig.notes(Rig.T0, 1_300);

    /** With an author: some relays answer nothing to who asks for a kind alone. */
    private static final Filter WATCHED =
            Filter.ALL.withAuthors(Set.of(NOTES.get(0).pubkey())).withKinds(Set.of(Kind.NOTE));

    static Stream<String> profiles() {
        return Profile.standard().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void aColdMirrorPagesAllOfIt(String name) throws InterruptedException {
        assertComplete(name, List.of());
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void aWarmMirrorFindsWhatIsMissing(String name) throws InterruptedException {
        assertComplete(name, NOTES.subList(20, 1_270));
    }

    private static void assertComplete(String name, List<Event> held) throws InterruptedException {
        Profile profile = Profile.named(name).orElseThrow();
        try (Rig rig = new Rig()) {
            ProfiledRelay[] profiled = new ProfiledRelay[1];
            try (ServedRelay relay = new ServedRelay(
                    rig.time,
                    (archive, intake) ->
                            profiled[0] = new ProfiledRelay(archive, intake, profile, rig.time, rig.time))) {
                relay.hold(NOTES);
                if (!held.isEmpty()) {
                    rig.archive
                            .submit(new Write.Events(held, Guard.OPEN, false))
                            .join();
                }
                List<WalkReport> reports = mirror(rig, relay, profile);

                assertEquals(
                        List.of(WalkEnd.DRAINED),
                        reports.stream().map(WalkReport::end).toList());
                rig.assertHolds(NOTES);
                assertKnowable(profiled[0]);
            }
        }
    }

    private static List<WalkReport> mirror(Rig rig, ServedRelay relay, Profile profile) throws InterruptedException {
        try (PipeDialer dialer = PipeDialer.serving(relay)
                        .information(profile.information().encode());
                Mirror mirror = rig.start(Rig.once(false, WATCHED), dialer)) {
            rig.until(() -> mirror.snapshot().relays().stream().allMatch(one -> one.state() == Progress.State.ENDED));
            return mirror.awaitHistory();
        }
    }

    /** Whether a relay does negentropy can only be tried, once; everything else is in its document or our constants. */
    private static void assertKnowable(ProfiledRelay relay) {
        Map<Occasion, Long> refused = new EnumMap<>(Occasion.class);
        refused.putAll(relay.counts().refused());
        Long unsupported = refused.remove(Occasion.NEG);
        assertTrue(unsupported == null || unsupported == 1, "asked for negentropy " + unsupported + " times");
        assertEquals(Map.of(), refused);
    }
}
