package dev.sluice.app.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.RelayLimits;
import dev.sluice.relay.WritePolicy;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class ControlSocketIT {

    private final MvEventArchive archive = MvEventArchive.inMemory(ArchiveOptions.DEFAULT);
    private final Intake intake = new Intake(archive, Policies.mirror(), 1);
    private final Metrics metrics = new Metrics();
    private final List<String> warnings = new ArrayList<>();
    private final RelayCore relay = new RelayCore(
            archive,
            intake,
            RelayLimits.DEFAULT,
            WritePolicy.OPEN,
            Time.system(),
            WallClock.system(),
            RelayInformation.NONE);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        relay.close();
        intake.close();
        archive.close();
    }

    @Test
    void itIsItsOwnersAloneAndNothingElseIsLeft() throws Exception {
        try (ControlSocket socket = open(folder, Map.of()).orElseThrow()) {
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("control"))));
            assertEquals(List.of("control"), names());
        }
        assertEquals(List.of(), names());
        assertEquals(List.of(), warnings);
    }

    @Test
    void oneThatAProcessLeftBehindIsReplaced() throws Exception {
        ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        left.bind(UnixDomainSocketAddress.of(folder.resolve("control")));
        left.close();
        Files.createDirectory(folder.resolve("c.new"));
        Files.createFile(folder.resolve("c.new").resolve("s"));
        assertTrue(Files.exists(folder.resolve("control")));
        assertTrue(ControlClient.connect(folder).isEmpty());
        try (ControlSocket socket = open(folder, Map.of("HELLO", (m, in, reply) -> reply.say("hello")))
                        .orElseThrow();
                ControlClient client = ControlClient.connect(folder).orElseThrow()) {
            client.send(ControlMessage.of("HELLO"));
            assertEquals(ControlMessage.of("SAY", "hello"), client.answer());
            assertEquals(1, metrics.value(Gauge.CONTROL_PEERS));
        }
        assertEquals(0, metrics.value(Gauge.CONTROL_PEERS));
    }

    @Test
    void aPathTooLongForASocketIsAWarning() throws Exception {
        Path deep = Files.createDirectories(folder.resolve("d".repeat(60)).resolve("e".repeat(60)));
        assertEquals(Optional.empty(), open(deep, Map.of()));
        assertTrue(
                warnings.get(0).contains("too long") && warnings.get(0).contains("shorter path"), warnings.toString());
        try (Stream<Path> left = Files.list(deep)) {
            assertEquals(0, left.count());
        }
        assertTrue(ControlClient.connect(deep).isEmpty());
    }

    @Test
    void onePeerTooManyIsToldSo() throws Exception {
        try (ControlSocket socket = open(folder, Map.of()).orElseThrow()) {
            List<ControlClient> peers = new ArrayList<>();
            for (int i = 0; i < ControlSocket.MOST_PEERS; i++) {
                peers.add(ControlClient.connect(folder).orElseThrow());
            }
            Awaitility.await().until(() -> metrics.value(Gauge.CONTROL_PEERS) == ControlSocket.MOST_PEERS);
            try (ControlClient late = ControlClient.connect(folder).orElseThrow()) {
                assertEquals(ControlMessage.of("FAILED", "there are 16 others: try again"), late.answer());
            }
            for (ControlClient peer : peers) {
                peer.close();
            }
            Awaitility.await().until(() -> metrics.value(Gauge.CONTROL_PEERS) == 0);
        }
    }

    @Test
    void closingEndsSessionsThatWaitAndTellsTheirPeers() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Command endless = (message, in, reply) -> {
            begun.countDown();
            new CountDownLatch(1).await();
        };
        ControlSocket socket = open(folder, Map.of("WAIT", endless)).orElseThrow();
        try (ControlClient waiting = ControlClient.connect(folder).orElseThrow();
                ControlClient silent = ControlClient.connect(folder).orElseThrow()) {
            waiting.send(ControlMessage.of("WAIT"));
            begun.await();
            socket.close();
            String gone = assertThrows(IOException.class, waiting::answer).getMessage();
            assertTrue(gone.contains("has ended before it had answered"), gone);
            silent.awaitEnd();
        }
        assertFalse(Files.exists(folder.resolve("control")));
    }

    @Test
    void whoeverComesWhileTheSocketClosesIsNotLeftWaiting() throws Exception {
        for (int round = 0; round < 300; round++) {
            ControlSocket socket = open(folder, Map.of()).orElseThrow();
            try (ControlClient late = ControlClient.connect(folder).orElseThrow()) {
                socket.close();
                late.awaitEnd();
            }
        }
    }

    private Optional<ControlSocket> open(Path directory, Map<String, Command> commands) {
        return ControlSocket.open(directory, commands, relay, metrics, warnings::add);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
