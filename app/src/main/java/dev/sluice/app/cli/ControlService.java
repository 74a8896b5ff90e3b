package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.control.Command;
import dev.sluice.app.control.ControlSocket;
import dev.sluice.app.status.Status;
import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.relay.Limit;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.RelayLimits;
import dev.sluice.relay.WritePolicy;
import dev.sluice.sync.MirrorStatus;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What the command that holds a directory does for other commands, which reach it through the control socket. */
final class ControlService {

    /** The operator asks his own archive: what bounds strangers does not bound him. */
    private static final RelayLimits LIMITS = RelayLimits.DEFAULT
            .with(Limit.MAX_MESSAGE_LENGTH, Limit.MAX_MESSAGE_LENGTH.most())
            .with(Limit.MAX_FILTER_FIELD_BYTES, Limit.MAX_FILTER_FIELD_BYTES.most())
            .with(Limit.MAX_FILTER_BYTES, Limit.MAX_FILTER_BYTES.most())
            .with(Limit.MAX_QUERY_ROWS, Limit.MAX_QUERY_ROWS.most())
            .with(Limit.MAX_QUERY_SECONDS, Limit.MAX_QUERY_SECONDS.most());

    /** The gauge of what docs/peer-state.md lists. */
    private static final String RETAINED = Gauge.REQUESTS.metric();

    private final EventArchive archive;
    private final Intake intake;
    private final Metrics metrics;
    private final Map<String, Command> commands = new HashMap<>();
    private final long startNanos = Time.system().nanos();
    private volatile Supplier<MirrorStatus> mirror = () -> MirrorStatus.NONE;

    /** To be made on the thread of the command, which is the one that a peer may end. */
    ControlService(EventArchive archive, Intake intake, Metrics metrics) {
        this.archive = archive;
        this.intake = intake;
        this.metrics = metrics;
        commands.put(ExportService.LABEL, new ExportService(archive));
        commands.put(ImportService.LABEL, new ImportService(archive));
        commands.put(StatusService.LABEL, new StatusService(this::status, Time.system()));
        commands.put(StopService.LABEL, new StopService(Thread.currentThread()));
    }

    /** A mirror runs. */
    void mirrors(Supplier<MirrorStatus> status) {
        mirror = status;
    }

    /** Where the process stands. Any thread may ask. */
    Status status() {
        SortedMap<String, Long> retained = new TreeMap<>();
        Stream.of(Gauge.values())
                .filter(gauge -> gauge.metric().equals(RETAINED))
                .forEach(gauge -> retained.put(gauge.labelValue(), metrics.value(gauge)));
        return new Status(
                WallClock.system().seconds(),
                new Status.Program(Main.version(), ProcessHandle.current().pid()),
                Duration.ofNanos(Time.system().nanos() - startNanos).toSeconds(),
                archive.statistics(),
                intake.statistics(),
                metrics.value(Gauge.SERVED_CONNECTIONS),
                retained,
                mirror.get());
    }

    /** Adds what else can be asked for, by its label; before the socket is opened. */
    void add(String label, Command command) {
        commands.put(label, command);
    }

    /** Opens the socket, where that can be; it closes with what is opened. */
    void open(Path folder, Streams streams, Opened opened) {
        RelayCore relay = new RelayCore(
                archive,
                intake,
                LIMITS,
                WritePolicy.OPEN,
                Time.system(),
                WallClock.system(),
                Wiring.information(Configuration.EMPTY.serving()));
        opened.add(relay, RelayCore::close);
        ControlSocket.open(folder, commands, relay, metrics, warning -> streams.say("sluice: " + warning))
                .ifPresent(socket -> opened.add(socket, ControlSocket::close));
    }
}
