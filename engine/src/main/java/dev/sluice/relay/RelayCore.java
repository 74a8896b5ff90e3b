package dev.sluice.relay;

import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.metrics.Metrics.Report;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A relay without a transport: it answers clients out of an archive and passes on what is accepted. The archive and the
 * intake stay their owner's; close it before them and after its sessions.
 */
public final class RelayCore implements Relay {

    /** What is served in any case. */
    private static final Set<Integer> SUPPORTED_NIPS = Set.of(1, 9, 11, 40, 45, 62, 67, 77);

    /** What needs clients that can say who they are: authentication itself, and protected events of their authors. */
    private static final Set<Integer> AUTHENTICATED_NIPS = Set.of(42, 70);

    private static final int CHALLENGE_BYTES = 16;

    private final RelayParts parts;
    private final SecureRandom random = new SecureRandom();
    private final RelayLimits limits;
    private final RelayInformation operator;
    private final boolean restricted;
    private final Clients clients;

    /**
     * A relay over an archive.
     *
     * @param operator what the operator says of the relay; what it supports and allows is filled in
     */
    public RelayCore(
            EventArchive archive,
            Intake intake,
            RelayLimits limits,
            WritePolicy writes,
            Time time,
            WallClock clock,
            RelayInformation operator) {
        this(archive, intake, limits, writes, Access.OPEN, time, clock, operator);
    }

    /** The same for a relay that does not serve everybody alike. */
    public RelayCore(
            EventArchive archive,
            Intake intake,
            RelayLimits limits,
            WritePolicy writes,
            Access access,
            Time time,
            WallClock clock,
            RelayInformation operator) {
        this.limits = limits;
        this.operator = operator;
        this.restricted = writes.restricts() || access.asksEverybody();
        this.clients = new Clients(limits, time);
        this.parts = new RelayParts(
                archive,
                intake,
                intake.lane("clients"),
                limits,
                new ClientRules(writes, clock, limits),
                new ReconciledSets(archive, limits),
                new Allotment(limits.of(Limit.MAX_SUBSCRIPTION_BYTES_IN_ALL)),
                new Allotment(limits.of(Limit.MAX_NEG_PRIVATE_ITEMS_IN_ALL)),
                Turns.ofThisMachine(time),
                access,
                clock,
                time);
    }

    @Override
    public ClientSession open(ClientOutput output, ClientAddress address) {
        return open(output, address, (filters, leave) -> StoredEvents.of(filters, parts.archive(), limits, leave));
    }

    /** The same with another answer to what is stored: for a relay that plays a foreign one. */
    public ClientSession open(ClientOutput output, ClientAddress address, StoredAnswer.Source stored) {
        Clients.Seat seat = clients.enter(address);
        Turns.Turn turn = parts.turns().of(seat.pace());
        Reader reader = new Reader(parts.access(), limits, parts.clock(), challenge(), seat.account(), turn);
        return new ClientSession(parts, stored, reader, turn, seat, output, address);
    }

    @Override
    public Optional<TurnedAway> turnsAway(ClientAddress address) {
        return clients.turnsAway(address);
    }

    /** Shows what clients make it keep, each with its bound, until the reports are closed. */
    public List<Report> report(Metrics metrics) {
        return List.of(
                metrics.report(Gauge.SERVED_CONNECTIONS, clients::connections, () -> limits.of(Limit.MAX_CONNECTIONS)),
                metrics.report(Gauge.SERVED_ADDRESSES, clients::addresses, clients::mostAddresses),
                metrics.report(Gauge.SERVED_SUBSCRIPTION_BYTES, parts.retained()::taken, parts.retained()::most),
                metrics.report(
                        Gauge.SERVED_NEG_SESSIONS,
                        parts.sets()::openSessions,
                        () -> limits.of(Limit.MAX_NEG_SESSIONS_IN_ALL)),
                metrics.report(Gauge.SERVED_NEG_ITEMS, parts.sets()::sharedItems, parts.sets()::mostItems),
                metrics.report(
                        Gauge.SERVED_NEG_PRIVATE_ITEMS, parts.privateItems()::taken, parts.privateItems()::most));
    }

    @Override
    public int messageBytes() {
        return limits.count(Limit.MAX_MESSAGE_LENGTH);
    }

    /** The NIP-11 document: the operator's words, and what is enforced. */
    @Override
    public RelayInformation information() {
        return new RelayInformation(
                operator.name(),
                operator.description(),
                operator.pubkey(),
                operator.contact(),
                operator.software(),
                operator.version(),
                supportedNips(),
                Advertisement.of(limits, parts.access(), restricted));
    }

    private Set<Integer> supportedNips() {
        Set<Integer> nips = new HashSet<>(SUPPORTED_NIPS);
        if (parts.access().asks()) {
            nips.addAll(AUTHENTICATED_NIPS);
        }
        return nips;
    }

    private String challenge() {
        byte[] bytes = new byte[CHALLENGE_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Published events find the relay closed from now on. */
    @Override
    public void close() {
        parts.sets().close();
        parts.lane().close();
    }
}
