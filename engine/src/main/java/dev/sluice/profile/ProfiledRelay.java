package dev.sluice.profile;

import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.relay.ClientAddress;
import dev.sluice.relay.ClientConnection;
import dev.sluice.relay.ClientOutput;
import dev.sluice.relay.Limit;
import dev.sluice.relay.Relay;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.RelayLimits;
import dev.sluice.relay.WritePolicy;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * A relay over an archive that keeps to a profile and counts what it had to refuse. All clients count as one address.
 * The archive and the intake stay their owner's; close it before them and after its connections.
 */
public final class ProfiledRelay implements Relay {
    /** The relay below refuses nothing: its limits are out of a client's reach. */
    private static final long ENOUGH = 1L << 40;

    /** What bounds this process and no profile. */
    private static final Set<Limit> KEPT = EnumSet.of(
            Limit.CREATED_AT_UPPER_LIMIT,
            Limit.ADDRESS_QUOTA_FACTOR,
            Limit.MAX_QUERY_SECONDS,
            Limit.MAX_UNANSWERED_EVENTS,
            Limit.MAX_OUTBOUND_EVENTS,
            Limit.MAX_OUTBOUND_BYTES,
            Limit.NEG_FRAME_BYTES,
            Limit.NEG_IDLE_SECONDS);

    /** How far a transport lets a message pass a profile's limit, which is the profile's own to enforce. */
    private static final int BYTES_ABOVE = 16 << 20;

    private final EventArchive archive;
    private final Profile profile;
    private final Time time;
    private final RelayCore core;
    private final Buckets shared;
    private final Counts counts = new Counts();
    private volatile long bannedUntilNanos;
    private volatile boolean banned;

    public ProfiledRelay(EventArchive archive, Intake intake, Profile profile, Time time, WallClock clock) {
        this.archive = archive;
        this.profile = profile;
        this.time = time;
        this.shared = Buckets.shared(profile, time);
        RelayInformation none = new RelayInformation("", "", "", "", "", "", Set.of(), RelayLimitation.NONE);
        this.core = new RelayCore(archive, intake, limits(), WritePolicy.OPEN, time, clock, none);
    }

    private static RelayLimits limits() {
        RelayLimits limits = RelayLimits.DEFAULT;
        for (Limit limit : Limit.values()) {
            limits = KEPT.contains(limit) ? limits : limits.with(limit, Math.max(limit.most(), ENOUGH));
        }
        return limits;
    }

    @Override
    public ClientConnection open(ClientOutput output, ClientAddress address) {
        return ProfiledSession.open(this, output, address);
    }

    /** What the relay of the profile says of itself. */
    @Override
    public RelayInformation information() {
        return profile.information();
    }

    @Override
    public int messageBytes() {
        return BYTES_ABOVE
                + (int) Math.min(profile.limit(Occasion.MESSAGE_BYTES).orElse(0), Integer.MAX_VALUE / 2);
    }

    /** What it has seen so far. */
    public Counts counts() {
        return counts;
    }

    @Override
    public void close() {
        core.close();
    }

    Profile profile() {
        return profile;
    }

    EventArchive archive() {
        return archive;
    }

    RelayCore core() {
        return core;
    }

    Time time() {
        return time;
    }

    Buckets buckets() {
        return shared.ofConnection(profile, time);
    }

    /** Keeps everybody out for a while. */
    void ban(Duration length) {
        bannedUntilNanos = time.after(length);
        banned = true;
    }

    boolean isBanned() {
        return banned && !time.reached(bannedUntilNanos);
    }
}
