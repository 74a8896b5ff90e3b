package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.Configuration.Guard;
import dev.sluice.app.config.Configuration.Writes;
import dev.sluice.app.config.ListenAddress;
import dev.sluice.archive.EventArchive;
import dev.sluice.grasp.Acceptance;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.intake.Policy;
import dev.sluice.metrics.Metrics;
import dev.sluice.metrics.Metrics.Report;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.nostr.Verification;
import dev.sluice.relay.WritePolicy;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.wire.AddressGuard;
import dev.sluice.wire.JdkDialer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;

/** How the configuration becomes parts. */
final class Wiring {

    private static final String SOFTWARE = "sluice";

    private Wiring() {}

    /**
     * Begins what takes longest at the start of a command that fetches, the native library and the certificates of TLS,
     * so that it goes on while archive and catalogue open. Who needs them waits for them, or does it himself and meets
     * the failure.
     */
    static TaskScope preload() {
        TaskScope scope = TaskScope.open("preload");
        var unusedLibrary = scope.fork("library", () -> {
            Verification.warmUp();
            return true;
        });
        var unusedCertificates = scope.fork("certificates", SSLContext::getDefault);
        return scope;
    }

    /** The dialer for relays that the operator has named. */
    static JdkDialer dialer() {
        return dialer(AddressGuard.none(), Guard.NONE);
    }

    /** The dialer for relays of which some may come from events. */
    static JdkDialer dialer(AddressGuard guard, Configuration.Guard said) {
        int messageChars = said.maxMessageLength().orElse(JdkDialer.MESSAGE_CHARS);
        return JdkDialer.open(guard, Time.system(), SOFTWARE + "/" + Main.version(), messageChars);
    }

    /** The intake of what relays and clients deliver, its classes loaded on this thread and not on a virtual one. */
    static Intake intake(EventArchive archive) {
        return intake(archive, Policies.mirror());
    }

    /** The same for a Git service, which takes only what belongs to it. */
    static Intake intake(EventArchive archive, Acceptance acceptance) {
        return intake(archive, Policies.all(List.of(Policies.mirror(), acceptance)));
    }

    private static Intake intake(EventArchive archive, Policy policy) {
        Verification.warmUp();
        return new Intake(archive, policy, workers());
    }

    /** The numbers of an engine, those of its archive and intake among them until these are closed. */
    static Metrics metrics(EventArchive archive, Intake intake, Opened opened) {
        Metrics metrics = new Metrics();
        List<Report> reports = new ArrayList<>(intake.report(metrics));
        reports.addAll(archive.report(metrics));
        opened.add(reports, all -> all.forEach(Report::close));
        return metrics;
    }

    /** As many workers as cores: verification is all computation. */
    static int workers() {
        return Runtime.getRuntime().availableProcessors();
    }

    /**
     * What clients may publish on an address.
     *
     * @param everything what takes all that the archive takes
     * @param mirrored what takes only what belongs here
     */
    static WritePolicy writes(Writes said, ListenAddress address, WritePolicy everything, WritePolicy mirrored) {
        return switch (said) {
            case Writes.Usual usual -> address.loopback() ? everything : mirrored;
            case Writes.Open open -> everything;
            case Writes.Mirrored only -> mirrored;
            case Writes.Listed(Set<PublicKey> authors) -> WritePolicy.by(authors);
        };
    }

    /** What the operator says of the relay (NIP-11). */
    static RelayInformation information(Configuration.Serving serving) {
        return new RelayInformation(
                serving.name().orElse("Sluice"),
                serving.description().orElse(""),
                "",
                serving.contact().orElse(""),
                SOFTWARE,
                Main.version(),
                Set.of(),
                RelayLimitation.NONE);
    }
}
