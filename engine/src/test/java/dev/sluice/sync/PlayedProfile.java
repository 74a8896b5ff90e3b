package dev.sluice.sync;

import dev.sluice.archive.Guard;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Write;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.nostr.Event;
import dev.sluice.profile.Counts;
import dev.sluice.profile.Profile;
import dev.sluice.profile.ProfiledRelay;
import dev.sluice.relay.ClientAddress;
import dev.sluice.relay.ClientConnection;
import dev.sluice.time.ManualTime;
import dev.sluice.wire.PipeDialer;
import dev.sluice.wire.PipeSocket;
import dev.sluice.wire.RelaySocket.Received;
import java.util.List;

/** A foreign relay over in-memory connections: its limits, its words, its habits, and what it had to refuse. */
final class PlayedProfile implements PipeDialer.Script, AutoCloseable {
    private final MemoryArchive archive;
    private final Intake intake;
    private final Profile profile;
    private final ProfiledRelay relay;

    PlayedProfile(String name, ManualTime time) {
        this.profile = Profile.named(name).orElseThrow();
        this.archive = new MemoryArchive(time, Rig.URL);
        this.intake = new Intake(archive, Policies.mirror(), 1);
        this.relay = new ProfiledRelay(archive, intake, profile, time, time);
    }

    /** Puts events into its archive unverified. */
    PlayedProfile hold(List<Event> events) throws InterruptedException {
        for (int from = 0; from < events.size(); from += 10_000) {
            List<Event> part = events.subList(from, Math.min(events.size(), from + 10_000));
            archive.submit(new Write.Events(part, Guard.OPEN, false)).join();
        }
        return this;
    }

    /** A dialer that knows its document as well. */
    PipeDialer dialer() {
        return PipeDialer.serving(this).information(profile.information().encode());
    }

    Counts counts() {
        return relay.counts();
    }

    @Override
    public void run(PipeSocket.Peer peer) throws InterruptedException {
        try (ClientConnection connection = relay.open(new ServedRelay.Output(peer), new ClientAddress("pipe"))) {
            while (peer.receive() instanceof Received.Text text) {
                connection.receive(text.text());
            }
        }
    }

    @Override
    public void close() {
        relay.close();
        intake.close();
        archive.close();
    }
}
