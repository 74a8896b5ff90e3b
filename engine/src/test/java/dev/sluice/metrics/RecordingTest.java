package dev.sluice.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.Admission;
import dev.sluice.budget.Limits;
import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.pace.Gate;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the flight recorder is told. */
@Timeout(60)
final class RecordingTest {
    private static final List<Class<? extends Event>> EVENTS = List.of(
            SlotHold.class,
            SlotAdmission.class,
            GateWait.class,
            RefusalRecord.class,
            PageFetch.class,
            NegentropyExchange.class,
            MetricSample.class);

    private final Metrics metrics = new Metrics();

    @TempDir
    Path folder;

    @Test
    void everythingThatStartsWaitsOrIsRefusedLeavesItsRecord() throws IOException, InterruptedException {
        List<RecordedEvent> events = recorded(() -> {
            holdSlots();
            waitAtGate();
            RefusalRecord.made("POLICY_PAUSE");
            PageFetch.begun(500).ended(321);
            NegentropyExchange round = NegentropyExchange.begun(7);
            round.frame(3);
            round.frame(2);
            round.ended(true);
        });
        assertEquals(
                Set.of(
                        "dev.sluice.SlotHold",
                        "dev.sluice.Admission",
                        "dev.sluice.GateWait",
                        "dev.sluice.Refusal",
                        "dev.sluice.PageFetch",
                        "dev.sluice.NegentropyRound",
                        "dev.sluice.Metric"),
                events.stream().map(event -> event.getEventType().getName()).collect(Collectors.toSet()));
        assertEquals(List.of("HYDRATION"), values(events, "dev.sluice.SlotHold", "slotClass"));
        assertEquals(List.of("true", "false"), values(events, "dev.sluice.Admission", "granted"));
        assertEquals(List.of("BACKGROUND"), values(events, "dev.sluice.GateWait", "gate"));
        assertEquals(List.of("POLICY_PAUSE"), values(events, "dev.sluice.Refusal", "reaction"));
        assertEquals(List.of("321"), values(events, "dev.sluice.PageFetch", "events"));
        assertEquals(List.of("5"), values(events, "dev.sluice.NegentropyRound", "onlyThere"));
        assertEquals(List.of("2"), values(events, "dev.sluice.NegentropyRound", "frames"));
        List<String> labels = values(events, "dev.sluice.Metric", "label");
        assertTrue(labels.contains("class=hydration") && labels.contains("gate=background"), labels.toString());
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private List<RecordedEvent> recorded(Work work) throws IOException, InterruptedException {
        Path file = folder.resolve("test.jfr");
        try (Recording recording = new Recording()) {
            EVENTS.forEach(recording::enable);
            recording.start();
            MetricSample.Sampling sampling = MetricSample.every(metrics);
            try (sampling) {
                work.run();
            }
            recording.stop();
            recording.dump(file);
        }
        // other tests of this process record as well
        String own = Thread.currentThread().getName();
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getThread() != null)
                .filter(event ->
                        Set.of(own, "test/waiter").contains(event.getThread().getJavaName()))
                .toList();
    }

    private void holdSlots() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(2, Limits.FOREIGN, metrics);
        if (ledger.await(SlotClass.HYDRATION) instanceof Admission.Granted granted) {
            granted.slot().close();
        }
        ledger.tryGroup(SlotClass.LIVE, 2);
    }

    private void waitAtGate() throws InterruptedException {
        ManualTime time = new ManualTime();
        Gate gate = Gate.spaced(Gate.Kind.BACKGROUND, time, metrics);
        gate.awaitTurn();
        try (TaskScope scope = TaskScope.open("test")) {
            scope.fork("waiter", () -> {
                gate.awaitTurn();
                return gate;
            });
            time.awaitSleepers(1);
            time.advance(Duration.ofSeconds(1));
            scope.join();
        }
    }

    private static List<String> values(List<RecordedEvent> events, String type, String field) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .map(event -> String.valueOf(event.<Object>getValue(field)))
                .toList();
    }
}
