package dev.sluice.store;

import static dev.sluice.store.Samples.ARCHIVE;
import static dev.sluice.store.Samples.RELAY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Catalogue.Document;
import dev.sluice.archive.Catalogue.Memory;
import dev.sluice.archive.Catalogue.Met;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.nostr.RelayUrl;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class SqlCatalogueTest {

    private static final RelayUrl OTHER = Samples.relay("wss://another.example/inbox");

    @TempDir
    Path directory;

    private final MemoryArchive archive = new MemoryArchive(() -> 0, RELAY);

    @AfterEach
    void close() {
        archive.close();
    }

    private final List<String> warnings = new ArrayList<>();

    @Test
    void aRelayMetAgainKeepsItsFirstMoment() throws InterruptedException {
        try (SqlCatalogue catalogue = open()) {
            catalogue.met(RELAY, 20);
            catalogue.met(RELAY, 30);
            catalogue.met(RELAY, 10);
            catalogue.met(OTHER, 25);
            assertEquals(List.of(new Met(OTHER, 25, 25), new Met(RELAY, 10, 30)), catalogue.relays());
        }
    }

    @Test
    void aNewerDocumentTakesThePlaceOfTheOlder() throws InterruptedException {
        try (SqlCatalogue catalogue = open()) {
            assertEquals(Optional.empty(), catalogue.document(RELAY));
            catalogue.document(RELAY, "{\"name\":\"old\"}", 5);
            catalogue.document(RELAY, "{\"name\":\"it's new; ? 🍕\"}", 6);
            assertEquals(Optional.of(new Document("{\"name\":\"it's new; ? 🍕\"}", 6)), catalogue.document(RELAY));
            assertEquals(Optional.empty(), catalogue.document(OTHER));
        }
    }

    @Test
    void aMemoryIsReplacedRunsOutAndIsForgotten() throws InterruptedException {
        Memory subscriptions = new Memory("max_subscriptions", "20", "too many concurrent REQs", 100, 200);
        Memory negentropy = new Memory("negentropy", "none", "", 100, 300);
        try (SqlCatalogue catalogue = open()) {
            catalogue.remember(RELAY, new Memory("max_subscriptions", "40", "", 50, 900));
            catalogue.remember(RELAY, subscriptions);
            catalogue.remember(RELAY, negentropy);
            assertEquals(List.of(subscriptions, negentropy), catalogue.memories(RELAY, 199));
            assertEquals(List.of(negentropy), catalogue.memories(RELAY, 200));
            assertEquals(List.of(), catalogue.memories(OTHER, 0));
            catalogue.forget(RELAY, "negentropy");
            assertEquals(List.of(subscriptions), catalogue.memories(RELAY, 0));
        }
    }

    @Test
    void whatWasRememberedIsThereAfterOpeningAgain() throws InterruptedException {
        try (SqlCatalogue catalogue = open()) {
            catalogue.met(RELAY, 10);
            catalogue.document(RELAY, "{}", 11);
        }
        try (SqlCatalogue catalogue = open()) {
            assertEquals(List.of(new Met(RELAY, 10, 10)), catalogue.relays());
            assertEquals(Optional.of(new Document("{}", 11)), catalogue.document(RELAY));
        }
        assertEquals(List.of(), warnings);
    }

    @Test
    void aCatalogueOfAnotherArchiveIsRenamedAside() throws InterruptedException {
        remember();
        try (SqlCatalogue catalogue = SqlCatalogue.open(directory, "other", archive, warnings::add)) {
            assertBegunAnew(catalogue, "it belongs to another archive, " + ARCHIVE);
        }
    }

    @Test
    void aCatalogueOfANewerProgramIsRenamedAside() throws InterruptedException {
        try (SqlCatalogue catalogue = open()) {
            catalogue.met(RELAY, 10);
            catalogue.sql(connection -> {
                Sql.run(connection, "INSERT INTO schema_version (version, script) VALUES (99, '0099_later.sql')");
                return true;
            });
        }
        try (SqlCatalogue catalogue = open()) {
            assertBegunAnew(catalogue, "a newer program wrote it (schema 99, known are schemas up to 2)");
        }
    }

    @Test
    void aCatalogueThatIsNoDatabaseIsRenamedAside() throws InterruptedException, IOException {
        remember();
        byte[] zeros = new byte[20_000];
        Files.write(database(), zeros);
        try (SqlCatalogue catalogue = open()) {
            assertBegunAnew(catalogue, "");
        }
        assertEquals(-1, Arrays.mismatch(zeros, Files.readAllBytes(directory.resolve("catalogue.mv.db.aside"))));
    }

    @Test
    void damageAnywhereIsNeverFatal() throws InterruptedException, IOException {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 5; round++) {
            remember();
            byte[] file = Files.readAllBytes(database());
            for (int i = random.nextInt(file.length), end = Math.min(file.length, i + 9_000); i < end; i++) {
                file[i] = (byte) random.nextInt();
            }
            Files.write(database(), random.nextBoolean() ? file : Arrays.copyOf(file, random.nextInt(file.length)));
            try (SqlCatalogue catalogue = open()) {
                catalogue.met(OTHER, 30);
                assertTrue(catalogue.relays().contains(new Met(OTHER, 30, 30)), "seed " + seed);
            }
        }
    }

    @Test
    void aLostKeyIsALostCatalogue() throws InterruptedException, IOException {
        remember();
        Files.delete(directory.resolve("catalogue.key"));
        try (SqlCatalogue catalogue = open()) {
            assertBegunAnew(catalogue, "Wrong user name or password");
        }
    }

    @Test
    void theKeyIsForItsOwnerAlone() throws IOException {
        open().close();
        Path key = directory.resolve("catalogue.key");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key)));
        assertEquals(22, Files.readString(key).length());
    }

    @Test
    void aCatalogueThatAnotherProcessHoldsIsLeftWhereItIs() throws InterruptedException, IOException {
        remember();
        try (FileChannel other = FileChannel.open(database(), StandardOpenOption.WRITE)) {
            assertTrue(other.lock().isValid());
            ArchiveException e = assertThrows(ArchiveException.class, this::open);
            assertEquals(ArchiveException.Kind.LOCKED, e.kind());
        }
        try (SqlCatalogue catalogue = open()) {
            assertEquals(1, catalogue.relays().size());
        }
    }

    @Test
    void aProcessOpensACatalogueOnce() throws InterruptedException {
        try (SqlCatalogue catalogue = open()) {
            ArchiveException e = assertThrows(ArchiveException.class, this::open);
            assertEquals(ArchiveException.Kind.LOCKED, e.kind());
            catalogue.met(RELAY, 10);
            assertEquals(1, catalogue.relays().size());
        }
    }

    @Test
    void closingAgainDoesNothingAndLaterCallsSaySo() {
        SqlCatalogue catalogue = open();
        catalogue.close();
        catalogue.close();
        ArchiveException e = assertThrows(ArchiveException.class, catalogue::relays);
        assertEquals(ArchiveException.Kind.CLOSED, e.kind());
    }

    @Test
    void aDatabaseThatFailsUnderWayIsOpenedAgain() throws InterruptedException {
        try (SqlCatalogue catalogue = open()) {
            catalogue.met(RELAY, 10);
            breakDown(catalogue);
            assertEquals(List.of(new Met(RELAY, 10, 10)), catalogue.relays());
            catalogue.met(OTHER, 20);
            assertEquals(2, catalogue.relays().size());
        }
        assertEquals(1, warnings.size());
        assertTrue(warnings.get(0).startsWith("the catalogue failed and is opened again: "), warnings.get(0));
    }

    @Test
    void manyWhoSeeItFailOpenItOnce() throws InterruptedException {
        try (SqlCatalogue catalogue = open()) {
            breakDown(catalogue);
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                RelayUrl relay = Samples.relay("wss://r" + i + ".example");
                callers.add(Thread.startVirtualThread(() -> meet(catalogue, relay, 10)));
            }
            for (Thread caller : callers) {
                caller.join();
            }
            assertEquals(50, catalogue.relays().size());
        }
        assertEquals(1, warnings.size(), warnings.toString());
    }

    @Test
    void interruptedCallersLeaveTheDatabaseAlive() throws InterruptedException {
        try (SqlCatalogue catalogue = open()) {
            catalogue.document(RELAY, "x".repeat(1_000_000), 1);
            for (int round = 0; round < 50; round++) {
                Thread caller = Thread.startVirtualThread(() -> readUntilInterrupted(catalogue));
                while (caller.getState() == Thread.State.NEW || caller.getState() == Thread.State.RUNNABLE) {
                    Thread.onSpinWait();
                }
                caller.interrupt();
                caller.join();
            }
            catalogue.met(RELAY, 10);
            assertEquals(
                    1_000_000, catalogue.document(RELAY).orElseThrow().json().length());
        }
        try (SqlCatalogue catalogue = open()) {
            assertEquals(1, catalogue.relays().size());
        }
        assertEquals(List.of(), warnings);
    }

    @Test
    void anInterruptedThreadCanOpenAndClose() throws InterruptedException {
        Thread.currentThread().interrupt();
        SqlCatalogue catalogue = open();
        catalogue.close();
        assertTrue(Thread.interrupted());
        try (SqlCatalogue again = open()) {
            assertEquals(List.of(), again.relays());
        }
    }

    @Test
    void manyCallersShareTheFewConnections() throws InterruptedException {
        try (SqlCatalogue catalogue = open()) {
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                RelayUrl relay = Samples.relay("wss://r" + i % 20 + ".example");
                long now = i;
                callers.add(Thread.startVirtualThread(() -> meet(catalogue, relay, now)));
            }
            for (Thread caller : callers) {
                caller.join();
            }
            assertEquals(20, catalogue.relays().size());
            assertTrue(catalogue.relays().stream().allMatch(met -> met.lastMet() - met.firstMet() == 180));
        }
    }

    /** Ends the database under the catalogue; the first try only, since failed work runs again. */
    private static void breakDown(SqlCatalogue catalogue) throws InterruptedException {
        AtomicBoolean broken = new AtomicBoolean();
        catalogue.sql(connection -> {
            if (broken.compareAndSet(false, true)) {
                Sql.run(connection, "SHUTDOWN IMMEDIATELY");
            }
            return true;
        });
        assertTrue(broken.get());
    }

    private static void meet(SqlCatalogue catalogue, RelayUrl relay, long now) {
        try {
            catalogue.met(relay, now);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void readUntilInterrupted(SqlCatalogue catalogue) {
        try {
            while (true) {
                assertTrue(catalogue.document(RELAY).isPresent());
            }
        } catch (InterruptedException e) {
            assertTrue(true, "this is how it ends");
        }
    }

    private void remember() throws InterruptedException {
        try (SqlCatalogue catalogue = open()) {
            catalogue.met(RELAY, 10);
            catalogue.document(RELAY, "{\"description\":\"" + "long ".repeat(2_000) + "\"}", 10);
        }
    }

    private void assertBegunAnew(SqlCatalogue catalogue, String reason) throws InterruptedException {
        assertEquals(List.of(), catalogue.relays());
        assertEquals(1, warnings.size());
        String warning = warnings.get(0);
        assertTrue(warning.contains("catalogue.mv.db.aside") && warning.contains(reason), warning);
        assertTrue(Files.exists(directory.resolve("catalogue.mv.db.aside")));
    }

    private Path database() {
        return directory.resolve("catalogue.mv.db");
    }

    private SqlCatalogue open() {
        return SqlCatalogue.open(directory, ARCHIVE, archive, warnings::add);
    }
}
