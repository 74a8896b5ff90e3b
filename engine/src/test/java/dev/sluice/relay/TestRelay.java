package dev.sluice.relay;

import dev.sluice.archive.Guard;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Write;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A relay over an archive in memory, with everything around it. */
final class TestRelay implements AutoCloseable {

    final ManualTime clock = new ManualTime();
    final MemoryArchive archive =
            new MemoryArchive(clock, RelayUrl.parse("ws://127.0.0.1:7447").orElseThrow());
    final Intake intake = new Intake(archive, Policies.mirror(), 2);
    final RelayCore core;

    final Metrics metrics = new Metrics();

    private final List<TestClient> clients = new ArrayList<>();

    TestRelay(RelayLimits limits, WritePolicy writes) {
        this(limits, writes, Access.OPEN);
    }

    TestRelay(RelayLimits limits, WritePolicy writes, Access access) {
        RelayInformation operator = new RelayInformation(
                "a name", "a description", "", "", "software", "1", Set.of(), RelayLimitation.NONE);
        this.core = new RelayCore(archive, intake, limits, writes, access, clock, clock, operator);
        List<Metrics.Report> unusedRelay = core.report(metrics);
        List<Metrics.Report> unusedIntake = intake.report(metrics);
    }

    /** A client to which quotas do not count. */
    TestClient connect() {
        return added(new TestClient(core));
    }

    /** One to which they do. */
    TestClient connectFrom(String network) {
        return added(new TestClient(core, new ClientAddress("test", network, false)));
    }

    private TestClient added(TestClient client) {
        clients.add(client);
        return client;
    }

    void disconnect(TestClient client) {
        client.leave();
        clients.remove(client);
    }

    /** Puts events into the archive unseen by the feed and unverified. */
    void hold(List<Event> events) throws InterruptedException {
        for (int from = 0; from < events.size(); from += 10_000) {
            List<Event> part = events.subList(from, Math.min(events.size(), from + 10_000));
            archive.submit(new Write.Events(part, Guard.OPEN, false)).join();
        }
    }

    void hold(Event... events) throws InterruptedException {
        hold(List.of(events));
    }

    @Override
    public void close() {
        archive.release();
        clients.forEach(TestClient::leave);
        core.close();
        intake.close();
        archive.close();
    }
}
