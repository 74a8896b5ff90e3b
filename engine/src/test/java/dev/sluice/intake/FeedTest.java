package dev.sluice.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.TestEvents;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class FeedTest {

    private static final long MANY_BYTES = 1 << 30;

    private final Feed feed = new Feed();

    @Test
    void aListenerHearsWhatItsWatchesMatch() throws InterruptedException {
        Listener<String> listener = feed.listen(10, MANY_BYTES);
        listener.watch("ones", List.of(Filter.ALL.withKinds(Set.of(1))));
        listener.watch("all", List.of(Filter.ALL));
        accept(event(2, 1));
        accept(event(1, 2));
        assertEquals("all:1", name(listener.take()));
        assertEquals(Set.of("ones:2", "all:2"), Set.of(name(listener.take()), name(listener.take())));
    }

    @Test
    void onlyWhatWasStoredIsPassedOn() throws InterruptedException {
        Listener<String> listener = feed.listen(10, MANY_BYTES);
        listener.watch("all", List.of(Filter.ALL));
        feed.judged(event(1, 1), new Verdict.Duplicate());
        feed.judged(event(1, 2), new Verdict.Superseded());
        feed.judged(event(1, 3), RefusalReason.INVALID.because("x"));
        accept(event(1, 4));
        assertEquals("all:4", name(listener.take()));
    }

    @Test
    void anEphemeralEventIsPassedOnOnce() throws InterruptedException {
        Listener<String> listener = feed.listen(10, MANY_BYTES);
        listener.watch("all", List.of(Filter.ALL));
        feed.judged(event(20_001, 1), new Verdict.Ephemeral());
        feed.judged(event(20_001, 1), new Verdict.Ephemeral());
        accept(event(1, 2));
        assertEquals("all:1", name(listener.take()));
        assertEquals("all:2", name(listener.take()));
    }

    @Test
    void overflowMarksAGapAndNobodyWaits() throws InterruptedException {
        Listener<String> listener = feed.listen(2, MANY_BYTES);
        listener.watch("all", List.of(Filter.ALL));
        for (int second = 1; second <= 1_000; second++) {
            accept(event(1, second));
        }
        assertEquals("all:1", name(listener.take()));
        assertEquals("all:2", name(listener.take()));
        assertInstanceOf(Heard.Gap.class, listener.take());
    }

    @Test
    void bytesBoundAListenerToo() throws InterruptedException {
        Listener<String> listener = feed.listen(1_000, 1_000);
        listener.watch("all", List.of(Filter.ALL));
        accept(TestEvents.unsigned(1, 1, 1, List.of(), "x".repeat(2_000)));
        accept(event(1, 2));
        assertEquals("all:1", name(listener.take()));
        assertInstanceOf(Heard.Gap.class, listener.take());
    }

    @Test
    void aWatchThatEndedHearsNoMore() throws InterruptedException {
        Listener<String> listener = feed.listen(10, MANY_BYTES);
        listener.watch("one", List.of(Filter.ALL));
        listener.unwatch("one");
        accept(event(1, 1));
        listener.watch("two", List.of(Filter.ALL));
        accept(event(1, 2));
        assertEquals("two:2", name(listener.take()));
    }

    @Test
    void aWatchOfTheSameNameReplacesTheOldOne() throws InterruptedException {
        Listener<String> listener = feed.listen(10, MANY_BYTES);
        listener.watch("one", List.of(Filter.ALL));
        listener.watch("one", List.of(Filter.ALL.withKinds(Set.of(2))));
        accept(event(1, 1));
        accept(event(2, 2));
        assertEquals("one:2", name(listener.take()));
    }

    @Test
    void aMarkStandsBehindWhatWasAcceptedBeforeIt() throws InterruptedException {
        Listener<String> listener = feed.listen(10, MANY_BYTES);
        listener.watch("all", List.of(Filter.ALL));
        accept(event(1, 1));
        listener.mark("all");
        accept(event(1, 2));
        assertEquals("all:1", name(listener.take()));
        assertEquals(new Heard.Marked<>("all"), listener.take());
        assertEquals("all:2", name(listener.take()));
    }

    @Test
    void closingEndsWhoWaits() throws InterruptedException {
        Listener<String> listener = feed.listen(10, MANY_BYTES);
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Heard<String>> waiter = scope.fork("waiter", listener::take);
            listener.close();
            assertEquals(new Heard.Ended<>(), waiter.join());
        }
    }

    @Test
    void anEventIsEncodedOnceForAllListeners() throws InterruptedException {
        Listener<String> one = feed.listen(10, MANY_BYTES);
        Listener<String> two = feed.listen(10, MANY_BYTES);
        one.watch("a", List.of(Filter.ALL));
        two.watch("b", List.of(Filter.ALL));
        accept(event(1, 1));
        String first = arrival(one.take()).json();
        assertSame(first, arrival(two.take()).json());
        assertEquals(Codec.encode(event(1, 1)), first);
    }

    @Test
    void whatIsOnItsWayIsStillToCome() {
        Event event = event(1, 1);
        Event other = event(1, 2);
        feed.expect(List.of(event));
        feed.expect(List.of(event));
        assertTrue(feed.isToCome(event.id()));
        assertFalse(feed.isToCome(other.id()));
        feed.judged(event, RefusalReason.PROTECTED.because("of a stranger"));
        assertTrue(feed.isToCome(event.id()));
        feed.judged(event, new Verdict.Stored());
        assertFalse(feed.isToCome(event.id()));
    }

    @Test
    void whatIsNotWantedDoesNotWait() throws InterruptedException {
        Listener<String> listener = feed.listen(1, 1_000_000);
        listener.watch("all", List.of(Filter.ALL), event -> event.kind() == 7);
        accept(event(1, 1));
        accept(event(7, 2));
        assertEquals("all:2", name(listener.take()));
    }

    @Test
    void recentIdsAreBounded() {
        RecentIds recent = new RecentIds(2);
        recent.add(event(1, 1).id());
        recent.add(event(1, 2).id());
        recent.add(event(1, 3).id());
        assertEquals(true, recent.add(event(1, 1).id()));
        assertEquals(false, recent.add(event(1, 3).id()));
    }

    private void accept(Event event) {
        feed.judged(event, new Verdict.Stored());
    }

    private static Event event(int kind, long second) {
        return TestEvents.unsigned(1, second, kind, List.of(), "");
    }

    private static Arrival arrival(Heard<String> heard) {
        return assertInstanceOf(Heard.Arrived.class, heard).arrival();
    }

    private static String name(Heard<String> heard) {
        Heard.Arrived<?> arrived = assertInstanceOf(Heard.Arrived.class, heard);
        return arrived.watch() + ":" + arrived.arrival().event().createdAt();
    }
}
