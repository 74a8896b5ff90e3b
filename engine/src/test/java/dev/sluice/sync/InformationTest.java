package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Catalogue;
import dev.sluice.nostr.Filter;
import dev.sluice.pace.Allowance;
import dev.sluice.pace.DialGate;
import dev.sluice.session.RefusalClassifier;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class InformationTest {
    private static final MirrorPlan.Source SOURCE = new MirrorPlan.Source(Rig.URL, false);

    private final Rig rig = new Rig();
    private final PipeDialer dialer = new PipeDialer();

    @AfterEach
    void close() {
        dialer.close();
        rig.close();
    }

    @Test
    void aRelayWithoutADocumentGetsTheTightestBudgets() throws InterruptedException {
        assertEquals(10, fetch().budgets().subscriptions());
        assertEquals(60_000, fetch().budgets().payloadBytes());
    }

    @Test
    void aDocumentIsObeyedAndKept() throws InterruptedException {
        dialer.information("{\"limitation\":{\"max_subscriptions\":7,\"max_limit\":50}}");

        assertEquals(7, fetch().budgets().subscriptions());
        assertEquals(50, fetch().paging(List.of()).asked());
        assertTrue(rig.catalogue.document(Rig.URL).isPresent());
    }

    @Test
    void softwareThatIsKnownForLessWins() throws InterruptedException {
        dialer.information("{\"software\":\"git+https://github.com/cameri/nostream.git\","
                + "\"limitation\":{\"max_subscriptions\":300}}");

        assertEquals(10, fetch().budgets().subscriptions());
        assertEquals(Duration.ofHours(1), fetch().check());
    }

    @Test
    void softwareThatTakesOpenFiltersForScrapersIsAskedForFewEvents() throws InterruptedException {
        dialer.information("{\"software\":\"https://github.com/mikedilger/chorus\"}");
        Filter open = Filter.ALL.withKinds(Set.of(1));
        Filter precise = open.withTag('t', Set.of("nostr"));

        assertEquals(100, fetch().paging(List.of(open, precise)).asked());
        assertEquals(100, fetch().paging(List.of(open)).raised());
        assertEquals(500, fetch().paging(List.of(precise)).asked());
    }

    @Test
    void softwareThatEvictsIsCheckedMoreOften() throws InterruptedException {
        dialer.information("{\"software\":\"https://github.com/0ceanSlim/grain\"}");

        assertEquals(Duration.ofMinutes(15), fetch().check());
    }

    @Test
    void aStoredDocumentCountsForADayAndOnlyLowersBudgets() throws InterruptedException {
        String generous = "{\"limitation\":{\"max_subscriptions\":300,\"max_message_length\":1000000}}";
        rig.catalogue.document(Rig.URL, generous, rig.time.seconds());
        assertEquals(10, fetch().budgets().subscriptions());

        rig.catalogue.document(Rig.URL, "{\"limitation\":{\"max_subscriptions\":4}}", rig.time.seconds());
        assertEquals(4, fetch().budgets().subscriptions());

        rig.time.advance(Duration.ofHours(25));
        assertEquals(10, fetch().budgets().subscriptions());
    }

    @Test
    void whatARefusalTaughtIsRemembered() throws InterruptedException {
        dialer.information("{\"limitation\":{\"max_subscriptions\":20}}");
        RelayMemory.remember(rig.catalogue, Rig.URL, RelayMemory.MAX_SUBSCRIPTIONS, 6, rig.time);

        assertEquals(6, fetch().budgets().subscriptions());
        rig.time.advance(Duration.ofDays(8));
        assertEquals(20, fetch().budgets().subscriptions());
    }

    @Test
    void softwareIsFoundByTheLastPartOfItsAddress() {
        Map<String, Software> table = Software.table();

        Software rs = Software.named("https://git.sr.ht/~gheartsfield/nostr-rs-relay/", table)
                .orElseThrow();
        assertEquals(OptionalInt.of(32), rs.subscriptions());
        assertTrue(rs.hidesOpen());
        Software flare =
                Software.named("https://github.com/Spl0itable/nosflare", table).orElseThrow();
        assertTrue(flare.hidesHeavy());
        assertEquals(OptionalInt.of(48), flare.values());
        assertEquals(
                Optional.of(new Allowance.Rate(Allowance.Unit.FILTERS, 20, Duration.ofMinutes(1), 100)),
                Software.named("https://github.com/fiatjaf/khatru", table)
                        .orElseThrow()
                        .rate());
        assertEquals(Optional.empty(), Software.named("", table));
        assertFalse(table.isEmpty());
    }

    private Information fetch() throws InterruptedException {
        Catalogue catalogue = rig.catalogue;
        Parts parts = new Parts(
                rig.archive,
                catalogue,
                rig.intake,
                dialer,
                new DialGate(rig.time, rig.metrics),
                new Semaphore(8),
                new Semaphore(1),
                RefusalClassifier.standard(),
                Software.table(),
                rig.time,
                rig.time,
                rig.metrics);
        return Information.fetch(SOURCE, parts);
    }
}
