package dev.sluice.relay;

import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Lane;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.util.Set;

/**
 * A relay without a transport: it answers clients out of an archive and passes on what is accepted. The archive and the
 * intake stay their owner's; close it before them and after its sessions.
 */
public final class RelayCore implements Relay {

    /** What is served; 42 is not asked of anybody. */
    private static final Set<Integer> SUPPORTED_NIPS = Set.of(1, 9, 11, 40, 45, 62, 67, 70, 77);

    private final EventArchive archive;
    private final Intake intake;
    private final RelayLimits limits;
    private final ClientRules rules;
    private final RelayInformation operator;
    private final boolean restricted;
    private final Lane lane;
    private final ReconciledSets sets;
    private final Time time;

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
        this.archive = archive;
        this.intake = intake;
        this.limits = limits;
        this.rules = new ClientRules(writes, clock, limits.futureSeconds());
        this.operator = operator;
        this.restricted = !writes.equals(WritePolicy.OPEN);
        this.lane = intake.lane("clients");
        this.time = time;
        this.sets = new ReconciledSets(archive, limits.negentropy());
    }

    @Override
    public ClientSession open(ClientOutput output, ClientAddress address) {
        return open(output, address, filters -> StoredEvents.of(filters, archive, limits));
    }

    /** The same with another answer to what is stored: for a relay that plays a foreign one. */
    public ClientSession open(ClientOutput output, ClientAddress address, StoredAnswer.Source stored) {
        Reconciliations reconciliations = new Reconciliations(sets, limits.negentropy(), time);
        return new ClientSession(archive, intake, lane, limits, rules, stored, reconciliations, output, address);
    }

    @Override
    public int messageBytes() {
        return limits.messageBytes();
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
                SUPPORTED_NIPS,
                limitation());
    }

    /** Published events find the relay closed from now on. */
    @Override
    public void close() {
        sets.close();
        lane.close();
    }

    private RelayLimitation limitation() {
        return RelayLimitation.builder()
                .maxMessageLength(limits.messageBytes())
                .maxSubscriptions(limits.subscriptions())
                .maxLimit(limits.maxLimit())
                .defaultLimit(limits.defaultLimit())
                .maxSubidLength(SubscriptionId.MAX_LENGTH)
                .createdAtUpperLimit(limits.futureSeconds())
                .restrictedWrites(restricted)
                .build();
    }
}
