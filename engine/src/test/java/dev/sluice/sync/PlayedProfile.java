package dev.sluice.sync;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.profile.Counts;
import dev.sluice.profile.Profile;
import dev.sluice.profile.ProfiledRelay;
import dev.sluice.time.ManualTime;
import dev.sluice.wire.PipeDialer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A foreign relay over in-memory connections: its limits, its words, its habits, and what it had to refuse. */
final class PlayedProfile implements Rig.Bystander, AutoCloseable {
    private final Profile profile;
    private final ServedRelay served;
    private final Counts counts;

    PlayedProfile(String name, ManualTime time) {
        this(Profile.named(name).orElseThrow(), time);
    }

    PlayedProfile(Profile profile, ManualTime time) {
        this.profile = profile;
        AtomicReference<ProfiledRelay> relay = new AtomicReference<>();
        this.served = new ServedRelay(time, (archive, intake) -> {
            relay.set(new ProfiledRelay(archive, intake, profile, time, time));
            return relay.get();
        });
        this.counts = relay.get().counts();
    }

    /** Puts events into its archive unverified. */
    PlayedProfile hold(List<Event> events) throws InterruptedException {
        var unused = served.hold(events);
        return this;
    }

    /** A dialer that knows its document as well. */
    PipeDialer dialer() {
        return PipeDialer.serving(served).information(profile.information().encode());
    }

    /** A dialer that gets no document. */
    PipeDialer undocumented() {
        return PipeDialer.serving(served);
    }

    <T extends ClientMessage> List<T> heard(Class<T> type) {
        return served.heard(type);
    }

    /** Cuts the newest connection. */
    void hangUp() {
        served.hangUp();
    }

    Counts counts() {
        return counts;
    }

    List<ClientMessage.Req> requests() {
        return served.heard(ClientMessage.Req.class);
    }

    @Override
    public long activity() {
        return served.activity();
    }

    @Override
    public boolean isBusy() {
        return served.isBusy();
    }

    @Override
    public void close() {
        served.close();
    }
}
