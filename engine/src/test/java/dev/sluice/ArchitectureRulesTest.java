package dev.sluice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each rule catches what is planted against it below {@code dev.sluice.planted}. */
@Timeout(120)
class ArchitectureRulesTest {
    private static final Architecture RULES = new Architecture("dev.sluice.planted");

    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("dev.sluice.planted");

    @Test
    void anImportAgainstTheArrowIsCaught() {
        assertCaught(RULES.arrowsOf("budget"), "Upward");
        assertEquals(List.of(), findings(RULES.arrowsOf("session")));
    }

    @Test
    void aCircleIsCaught() {
        assertCaught(RULES.noCycles(), "Slice budget");
    }

    @Test
    void aStrayPackageIsCaught() {
        assertCaught(RULES.everyClassHasItsPackage(), "Stray");
    }

    @Test
    void everyWayToReadAClockOrToSleepIsCaught() {
        assertCaught(
                RULES.onlyTimeReadsAClock(),
                "System.nanoTime",
                "System.currentTimeMillis",
                "Instant.now",
                "Clock.systemUTC",
                "Date.<init>()",
                "TimeUnit.sleep",
                "LockSupport.parkNanos");
    }

    @Test
    void everyWayToStartAThreadIsCaught() {
        assertCaught(
                RULES.onlyTaskStartsThreads(),
                "Thread.<init>()",
                "Thread.<init>(java.lang.Runnable)",
                "Thread.ofVirtual",
                "Thread.ofPlatform",
                "Thread.startVirtualThread",
                "ForkJoinPool.<init>",
                "Executors.newVirtualThreadPerTaskExecutor",
                "CompletableFuture.runAsync",
                "parallelStream");
    }

    @Test
    void aForeignLibraryIsCaught() {
        assertCaught(RULES.onlyNostrTouchesJsonAndSignatures(), "com.google.gson.Gson");
        assertCaught(RULES.onlyWireTouchesHttp(), "java.net.http.HttpClient");
        assertCaught(RULES.noDatabase(), "java.sql.Connection");
    }

    @Test
    void aMonitorAndAThreadLocalAreCaught() {
        assertCaught(RULES.noSynchronizedMethods(), "Monitor.count()");
        assertCaught(RULES.noThreadLocals(), "Monitor.count>");
    }

    @Test
    void anUnmarkedPackageIsCaught() {
        assertCaught(RULES.everyPackageIsNullMarked(), "planted.pace.Clocked");
    }

    private void assertCaught(ArchRule rule, String... plants) {
        List<String> findings = findings(rule);
        Stream.of(plants).forEach(plant -> assertTrue(findings.toString().contains(plant), plant + " in " + findings));
    }

    private List<String> findings(ArchRule rule) {
        return rule.evaluate(PLANTED).getFailureReport().getDetails();
    }
}
