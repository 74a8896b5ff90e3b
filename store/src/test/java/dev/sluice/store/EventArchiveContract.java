package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Item;
import dev.sluice.archive.Order;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Scan;
import dev.sluice.archive.Standing;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.TestEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every archive must do, whatever it stands on. */
@Timeout(30)
abstract class EventArchiveContract {

    static final long T = TestEvents.EPOCH;
    static final RelayUrl OURS = RelayUrl.parse("wss://archive.example").orElseThrow();
    static final RelayUrl RELAY = RelayUrl.parse("wss://relay.example").orElseThrow();

    long now = T + 1_000_000;
    EventArchive archive;

    abstract EventArchive open(ArchiveOptions options);

    ArchiveOptions options() {
        return ArchiveOptions.DEFAULT.withClock(() -> now).withOwn(Set.of(OURS)).withCacheMegabytes(16);
    }

    @BeforeEach
    void openIt() {
        archive = open(options());
    }

    @AfterEach
    void closeIt() {
        archive.close();
    }

    // ---------------------------------------------------------------- what is kept

    @Test
    void anEventIsStoredOnceAndReadBackAsItWas() throws Exception {
        Event event =
                event(1, T, 1, List.of(List.of("e", "ab".repeat(32)), List.of("x"), List.of()), "h\u00e9 \ud83c\udf55");
        assertEquals(new Verdict.Stored(), keep(event));
        assertEquals(new Verdict.Duplicate(), keep(event));
        assertEquals(Optional.of(event), archive.event(event.id()));
        assertEquals(List.of(event), events(Filter.ALL, Order.NEWEST_FIRST));
        assertEquals(
                Codec.encode(event),
                all(archive.encoded(Filter.ALL, Order.NEWEST_FIRST)).getFirst().json());
        assertEquals(1, archive.statistics().events());
    }

    @Test
    void aDuplicateWithinOneWriteIsSeen() throws Exception {
        Event event = event(1, T, 1, List.of(), "twice");
        assertEquals(List.of(new Verdict.Stored(), new Verdict.Duplicate()), keepAll(List.of(event, event)));
    }

    @Test
    void anEphemeralEventIsNeverStored() throws Exception {
        Event event = event(1, T, 20_001, List.of(), "");
        assertEquals(new Verdict.Ephemeral(), keep(event));
        assertEquals(new Standing.Unknown(), standing(event));
    }

    @Test
    void theNewerVersionOfAReplaceableEventStaysWhateverComesFirst() throws Exception {
        Event older = event(1, T, 0, List.of(), "old");
        Event newer = event(1, T + 1, 0, List.of(), "new");
        assertEquals(List.of(new Verdict.Stored(), new Verdict.Stored()), keepAll(List.of(older, newer)));
        assertEquals(new Verdict.Superseded(), keep(older));
        assertEquals(List.of(newer), events(Filter.ALL, Order.NEWEST_FIRST));
        assertEquals(Optional.of(newer), archive.version(newer.coordinate().orElseThrow()));
    }

    @Test
    void ofTwoVersionsOfOneSecondTheLowestIdStays() throws Exception {
        List<Event> versions = IntStream.range(0, 20)
                .mapToObj(i -> event(1, T, 30_000, List.of(List.of("d", "x")), "v" + i))
                .toList();
        keepAll(versions);
        Event lowest = versions.stream().min(Event.NEWEST_FIRST).orElseThrow();
        assertEquals(List.of(lowest), events(Filter.ALL, Order.NEWEST_FIRST));
    }

    @Test
    void addressesDifferByIdentifier() throws Exception {
        keepAll(List.of(
                event(1, T, 30_000, List.of(List.of("d", "a")), ""),
                event(1, T, 30_000, List.of(List.of("d", "b")), ""),
                event(1, T, 30_000, List.of(), ""),
                event(1, T + 1, 30_000, List.of(List.of("d", "")), "")));
        assertEquals(3, archive.count(List.of(Filter.ALL)));
    }

    // ---------------------------------------------------------------- deletion

    @Test
    void aDeletionRemovesAndKeepsOutTheAuthorsEvent() throws Exception {
        Event note = event(1, T, 1, List.of(), "note");
        keep(note);
        Event deletion = event(1, T + 1, 5, List.of(List.of("e", note.id().hex())), "");
        assertEquals(new Verdict.Stored(), keep(deletion));
        assertEquals(new Verdict.Deleted(), keep(note));
        assertEquals(List.of(deletion), events(Filter.ALL, Order.NEWEST_FIRST));
        assertEquals(new Standing.Gone(T, Standing.Cause.DELETED), standing(note));
    }

    @Test
    void aDeletionThatComesFirstKeepsTheEventOut() throws Exception {
        Event note = event(1, T, 1, List.of(), "note");
        keep(event(1, T + 1, 5, List.of(List.of("e", note.id().hex())), ""));
        assertEquals(new Standing.Unknown(), standing(note));
        assertEquals(new Verdict.Deleted(), keep(note));
        assertEquals(new Standing.Gone(T, Standing.Cause.DELETED), standing(note));
    }

    @Test
    void aDeletionBySomebodyElseDeletesNothing() throws Exception {
        Event note = event(1, T, 1, List.of(), "note");
        keep(event(2, T + 1, 5, List.of(List.of("e", note.id().hex())), ""));
        assertEquals(new Verdict.Stored(), keep(note));
        keep(event(3, T + 1, 5, List.of(List.of("e", note.id().hex())), ""));
        assertEquals(Optional.of(note), archive.event(note.id()));
    }

    @Test
    void anAddressDeletedUpToASecondStaysDeletedAndANewerVersionIsAccepted() throws Exception {
        Event first = event(1, T, 30_000, List.of(List.of("d", "x")), "1");
        Event second = event(1, T + 10, 30_000, List.of(List.of("d", "x")), "2");
        keep(first);
        keep(event(
                1,
                T + 5,
                5,
                List.of(List.of("a", first.coordinate().orElseThrow().toString())),
                ""));
        assertEquals(new Verdict.Deleted(), keep(first));
        assertEquals(new Verdict.Stored(), keep(second));
    }

    @Test
    void anAddressOfSomebodyElseIsNotDeleted() throws Exception {
        Event version = event(1, T, 30_000, List.of(List.of("d", "x")), "1");
        keep(version);
        keep(event(
                2,
                T + 5,
                5,
                List.of(List.of("a", version.coordinate().orElseThrow().toString())),
                ""));
        assertEquals(Optional.of(version), archive.event(version.id()));
    }

    @Test
    void aDeletedVersionStillSupersedesOlderOnes() throws Exception {
        Event older = event(1, T, 0, List.of(), "old");
        Event newer = event(1, T + 1, 0, List.of(), "new");
        keep(newer);
        keep(event(1, T + 2, 5, List.of(List.of("e", newer.id().hex())), ""));
        assertEquals(new Verdict.Superseded(), keep(older));
    }

    @Test
    void aDeletionOfADeletionHasNoEffect() throws Exception {
        Event note = event(1, T, 1, List.of(), "note");
        Event deletion = event(1, T + 1, 5, List.of(List.of("e", note.id().hex())), "");
        keepAll(List.of(
                note,
                deletion,
                event(1, T + 2, 5, List.of(List.of("e", deletion.id().hex())), "")));
        assertEquals(new Verdict.Duplicate(), keep(deletion));
        assertEquals(new Verdict.Deleted(), keep(note));
    }

    // ---------------------------------------------------------------- what is known of an id

    @Test
    void whatIsHeldAndWhatIsUnknownAreToldApart() throws Exception {
        Event held = event(1, T, 1, List.of(), "held");
        Event unknown = event(1, T, 1, List.of(), "unknown");
        keep(held);
        assertEquals(
                List.of(new Standing.Held(T), new Standing.Unknown(), new Standing.Held(T)),
                archive.standing(List.of(held.id(), unknown.id(), held.id())));
        assertEquals(List.of(true, false), archive.known(List.of(held.id(), unknown.id())));
    }

    @Test
    void whatWasDrivenOutAndWhatCameTooLateAreGoneWithTheirCause() throws Exception {
        Event oldest = event(1, T, 0, List.of(), "oldest");
        Event older = event(1, T + 1, 0, List.of(), "older");
        Event newest = event(1, T + 2, 0, List.of(), "newest");
        keep(older);
        keepAll(List.of(newest, oldest));
        assertEquals(new Standing.Gone(T + 1, Standing.Cause.SUPERSEDED), standing(older));
        assertEquals(new Standing.Gone(T, Standing.Cause.SUPERSEDED), standing(oldest));
        assertEquals(new Standing.Held(T + 2), standing(newest));
    }

    @Test
    void whatItsAddressTookAlongIsGone() throws Exception {
        Event held = event(1, T, 30_000, List.of(List.of("d", "x")), "held");
        Event late = event(1, T + 1, 30_000, List.of(List.of("d", "x")), "late");
        keep(held);
        String address = held.coordinate().orElseThrow().toString();
        keepAll(List.of(event(1, T + 5, 5, List.of(List.of("a", address)), ""), late));
        assertEquals(new Standing.Gone(T, Standing.Cause.DELETED), standing(held));
        assertEquals(new Standing.Gone(T + 1, Standing.Cause.DELETED), standing(late));
    }

    @Test
    void whatVanishedIsGone() throws Exception {
        Event held = event(1, T, 1, List.of(), "held");
        Event ofTheSameWrite = event(1, T + 1, 1, List.of(), "of the same write");
        Event late = event(1, T + 2, 1, List.of(), "late");
        Event request = event(1, T + 5, Kind.VANISH, List.of(List.of("relay", "ALL_RELAYS")), "");
        keep(held);
        keepAll(List.of(ofTheSameWrite, request, late));
        assertEquals(new Standing.Gone(T, Standing.Cause.VANISHED), standing(held));
        assertEquals(new Standing.Gone(T + 1, Standing.Cause.VANISHED), standing(ofTheSameWrite));
        assertEquals(new Standing.Gone(T + 2, Standing.Cause.VANISHED), standing(late));
        assertEquals(new Standing.Held(T + 5), standing(request));
    }

    // ---------------------------------------------------------------- vanish

    @Test
    void aRequestToVanishTakesAllUpToItAndGiftWrapsAndStays() throws Exception {
        Event before = event(1, T, 1, List.of(), "before");
        Event deletion = event(1, T, 5, List.of(List.of("e", "cd".repeat(32))), "");
        Event wrap = event(2, T, Kind.GIFT_WRAP, List.of(List.of("p", key(1).hex())), "");
        Event mention = event(2, T, 1, List.of(List.of("p", key(1).hex())), "mention");
        keepAll(List.of(before, deletion, wrap, mention));
        Event request = event(1, T + 5, Kind.VANISH, List.of(List.of("relay", "ALL_RELAYS")), "");
        Event after = event(1, T + 6, 1, List.of(), "after");
        assertEquals(List.of(new Verdict.Stored(), new Verdict.Stored()), keepAll(List.of(request, after)));
        assertEquals(
                List.of(new Verdict.Vanished(), new Verdict.Vanished(), new Verdict.Vanished()),
                keepAll(List.of(before, deletion, wrap)));
        assertEquals(Set.of(request, after, mention), Set.copyOf(events(Filter.ALL, Order.NEWEST_FIRST)));
    }

    @Test
    void aRequestToVanishFromAnotherRelayIsAPlainEvent() throws Exception {
        Event before = event(1, T, 1, List.of(), "before");
        keepAll(List.of(before, event(1, T + 5, Kind.VANISH, List.of(List.of("relay", "wss://other.example")), "")));
        assertEquals(2, archive.count(List.of(Filter.ALL)));
        keep(event(1, T + 5, Kind.VANISH, List.of(List.of("relay", "WSS://Archive.example/")), ""));
        assertEquals(new Verdict.Vanished(), keep(before));
    }

    @Test
    void vanishingCantBeUndone() throws Exception {
        Event request = event(1, T + 5, Kind.VANISH, List.of(List.of("relay", "ALL_RELAYS")), "");
        keepAll(List.of(
                request, event(1, T + 9, 5, List.of(List.of("e", request.id().hex())), "")));
        assertEquals(new Verdict.Duplicate(), keep(request));
        assertEquals(new Verdict.Vanished(), keep(event(1, T, 1, List.of(), "again")));
    }

    // ---------------------------------------------------------------- expiry

    @Test
    void anEventExpiresAtItsSecondAndNotBefore() throws Exception {
        Event event = event(1, T, 1, List.of(List.of("expiration", Long.toString(now + 5))), "");
        assertEquals(new Verdict.Stored(), keep(event));
        now += 4;
        assertEquals(Optional.of(event), archive.event(event.id()));
        now += 1;
        assertEquals(Optional.empty(), archive.event(event.id()));
        assertEquals(List.of(), events(Filter.ALL, Order.NEWEST_FIRST));
        assertEquals(0, archive.count(List.of(Filter.ALL)));
        assertEquals(List.of(), all(archive.items(Filter.ALL)));
        assertEquals(new Standing.Gone(T, Standing.Cause.EXPIRED), standing(event));
        assertEquals(new Verdict.Expired(), keep(event));
    }

    @Test
    void whatHasExpiredIsSweptOut() throws Exception {
        Event event = event(1, T, 1, List.of(List.of("expiration", Long.toString(now + 5))), "");
        keep(event);
        now += 5;
        keep(event(1, T, 1, List.of(), "other"));
        assertEquals(1, archive.statistics().events());
        assertEquals(new Standing.Gone(T, Standing.Cause.EXPIRED), standing(event));
    }

    @Test
    void malformedExpirationsAreIgnored() throws Exception {
        keep(event(1, T, 1, List.of(List.of("expiration", "soon"), List.of("expiration", "-1")), ""));
        assertEquals(1, archive.count(List.of(Filter.ALL)));
    }

    @Test
    void anExpiredVersionStillSupersedesOlderOnes() throws Exception {
        Event newer = event(1, T + 1, 0, List.of(List.of("expiration", Long.toString(now - 1))), "new");
        assertEquals(new Verdict.Expired(), keep(newer));
        assertEquals(new Verdict.Superseded(), keep(event(1, T, 0, List.of(), "old")));
    }

    @Test
    void aPageIsFilledAlthoughExpiredEventsLieBetween() throws Exception {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            List<List<String>> tags = i % 2 == 0 ? List.of() : List.of(List.of("expiration", Long.toString(now + 1)));
            events.add(event(1, T + i, 1, tags, "e" + i));
        }
        keepAll(events);
        now += 1;
        assertEquals(
                20,
                events(Filter.ALL.withLimit(OptionalInt.of(20)), Order.NEWEST_FIRST)
                        .size());
    }

    @Test
    void theFarFutureIsRefusedOnlyWhenAsked() throws Exception {
        archive.close();
        archive = open(options().withMaxFuture(OptionalLong.of(900)));
        assertInstanceOf(Verdict.Refused.class, keep(event(1, now + 901, 1, List.of(), "")));
        assertEquals(new Verdict.Stored(), keep(event(1, now + 900, 1, List.of(), "")));
    }

    @Test
    void extremeTimesAreKeptInOrder() throws Exception {
        List<Event> events = Stream.of(0L, 1L, 1L << 31, 1L << 32, 1L << 53, Long.MAX_VALUE)
                .map(time -> event(1, time, 1, List.of(), ""))
                .toList();
        keepAll(events);
        assertEquals(events, events(Filter.ALL, Order.OLDEST_FIRST));
        assertEquals(events.reversed(), events(Filter.ALL, Order.NEWEST_FIRST));
        Filter last = Filter.ALL.withSince(OptionalLong.of(Long.MAX_VALUE));
        assertEquals(events.subList(5, 6), events(last, Order.NEWEST_FIRST));
        assertEquals(events.subList(5, 6), events(last, Order.OLDEST_FIRST));
    }

    // ---------------------------------------------------------------- the guard

    @Test
    void theGuardSeesEarlierEventsOfItsOwnGroup() throws Exception {
        Event first = event(1, T, 1, List.of(), "first");
        Event second = event(1, T + 1, 1, List.of(List.of("e", first.id().hex())), "second");
        Guard onlyAnswers =
                (event, held) -> event.equals(first) || held.event(first.id()).isPresent()
                        ? Optional.empty()
                        : Optional.of(new Verdict.Refused("policy", "not an answer"));
        assertInstanceOf(
                Verdict.Refused.class, submit(List.of(second), onlyAnswers).getFirst());
        assertEquals(List.of(new Verdict.Stored(), new Verdict.Stored()), submit(List.of(first, second), onlyAnswers));
    }

    @Test
    void theGuardSeesTheVersionOfAnAddress() throws Exception {
        Event version = event(1, T, 30_000, List.of(List.of("d", "x")), "1");
        Coordinate coordinate = version.coordinate().orElseThrow();
        List<Optional<Event>> seen = new ArrayList<>();
        submit(List.of(version, event(2, T, 1, List.of(), "")), (event, held) -> {
            seen.add(held.version(coordinate));
            return Optional.empty();
        });
        assertEquals(List.of(Optional.empty(), Optional.of(version)), seen);
    }

    @Test
    void aRefusedEventLeavesNothingBehind() throws Exception {
        Event note = event(1, T, 1, List.of(), "note");
        Event deletion = event(1, T + 1, 5, List.of(List.of("e", note.id().hex())), "");
        submit(List.of(deletion), (event, held) -> Optional.of(new Verdict.Refused("policy", "no")));
        assertEquals(new Verdict.Stored(), keep(note));
    }

    @Test
    void aGuardThatThrowsFailsItsOwnWriteOnly() throws Exception {
        Event good = event(1, T, 1, List.of(), "good");
        Event bad = event(1, T, 1, List.of(), "bad");
        var failing = archive.submit(new Write.Events(
                List.of(event(1, T, 1, List.of(), "first of the failing"), bad),
                (event, held) -> {
                    if (event.equals(bad)) {
                        throw new IllegalStateException("a fault of the guard");
                    }
                    return Optional.empty();
                },
                false));
        assertEquals(new Verdict.Stored(), keep(good));
        ExecutionException fault = assertThrows(ExecutionException.class, failing::get);
        assertInstanceOf(IllegalStateException.class, fault.getCause());
        assertEquals(List.of(good), events(Filter.ALL, Order.NEWEST_FIRST));
    }

    // ---------------------------------------------------------------- coverage and refusals

    @Test
    void coverageIsKeptPerKey() throws Exception {
        CoverageKey a = new CoverageKey(RELAY, "{\"kinds\":[1]}", "");
        CoverageKey b = new CoverageKey(RELAY, "{\"kinds\":[1]}", "v\u0000alue");
        Coverage some =
                new Coverage(Optional.of(new Coverage.Interval(0, T)), Optional.of(new Coverage.Walk(T + 5, T + 10)));
        progress(List.of(new CoverageEntry(a, Coverage.NONE), new CoverageEntry(b, some)), List.of());
        assertEquals(
                List.of(some, Coverage.NONE, Coverage.NONE),
                archive.coverage(List.of(b, a, new CoverageKey(OURS, "{}", ""))));
        assertEquals(
                List.of(new CoverageEntry(a, Coverage.NONE), new CoverageEntry(b, some)), all(archive.allCoverage()));
    }

    @Test
    void refusalsAreKeptPerRelayAndBaseInOrder() throws Exception {
        List<Refusals.Item> items = new ArrayList<>();
        for (Refusals.Reason reason : Refusals.Reason.values()) {
            items.add(new Refusals.Item(T - items.size(), new EventId(items.size(), 2, 3, 4), reason, items.size()));
        }
        progress(
                List.of(),
                List.of(new Refusals(RELAY, "{}", items), new Refusals(RELAY, "{\"kinds\":[1]}", List.of())));
        List<Refusals.Item> permanent = items.stream()
                .filter(item -> item.reason() != Refusals.Reason.POLICY && item.reason() != Refusals.Reason.FUTURE)
                .toList();
        assertEquals(items.reversed(), all(archive.refusals(RELAY, "{}")));
        assertEquals(permanent.reversed(), all(archive.refusals(new Refusals.Query(RELAY, "{}", 99))));
        assertEquals(List.of(), all(archive.refusals(new Refusals.Query(RELAY, "{\"kinds\":[1]}", 99))));
        assertEquals(List.of(), all(archive.refusals(new Refusals.Query(OURS, "{}", 99))));
        assertEquals(7, archive.refusalCount(RELAY));
        assertEquals(0, archive.refusalCount(OURS));
    }

    @Test
    void whatAPolicyRefusedIsVoidUnderAnother() throws Exception {
        progress(List.of(), List.of(refusals(T, 2_500, Refusals.Reason.POLICY, 7)));
        assertEquals(
                2_500, all(archive.refusals(new Refusals.Query(RELAY, "{}", 7))).size());
        assertEquals(List.of(), all(archive.refusals(new Refusals.Query(RELAY, "{}", 8))));
        progress(List.of(), List.of(refusals(T + 2_499, 1, Refusals.Reason.FUTURE, 8)));
        assertEquals(
                2_499, all(archive.refusals(new Refusals.Query(RELAY, "{}", 7))).size());
        assertEquals(
                refusals(T + 2_499, 1, Refusals.Reason.FUTURE, 8).items(),
                all(archive.refusals(new Refusals.Query(RELAY, "{}", 8))));
        assertEquals(2_500, archive.refusalCount(RELAY));
    }

    @Test
    void aWindowOfRefusalsIsBoundedAtBothEnds() throws Exception {
        Refusals all = refusals(T, 2_500, Refusals.Reason.SUPERSEDED, 0);
        progress(List.of(), List.of(all));
        assertEquals(
                all.items().subList(10, 1_991),
                all(archive.refusals(new Refusals.Query(RELAY, "{}", T + 10, T + 1_990, OptionalLong.of(0)))));
    }

    private static Refusals refusals(long from, int count, Refusals.Reason reason, long generation) {
        List<Refusals.Item> items = LongStream.range(from, from + count)
                .mapToObj(second -> new Refusals.Item(second, new EventId(second, 2, 3, 4), reason, generation))
                .toList();
        return new Refusals(RELAY, "{}", items);
    }

    // ---------------------------------------------------------------- reading

    @Test
    void aScanOfManyEventsComesInSlicesAndIsComplete() throws Exception {
        List<Event> events = TestEvents.unsignedNotes(2_500);
        keepAll(events);
        Scan<Event> scan = archive.events(Filter.ALL, Order.OLDEST_FIRST);
        List<Event> read = new ArrayList<>();
        for (List<Event> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            assertTrue(slice.size() <= 1_000, "a slice of " + slice.size());
            read.addAll(slice);
        }
        assertEquals(events, read);
        assertEquals(List.of(), scan.next());
        assertEquals(
                events.stream()
                        .map(event -> new Item(event.createdAt(), event.id()))
                        .toList(),
                all(archive.items(Filter.ALL)));
    }

    @Test
    void aDenseSecondIsWalkedByLowestIdInBothOrders() throws Exception {
        List<Event> events = new ArrayList<>(IntStream.range(0, 3_000)
                .mapToObj(i -> event(i % 5, T + i / 1_500, 1, List.of(), "e" + i))
                .toList());
        keepAll(events);
        events.sort(Event.NEWEST_FIRST);
        assertEquals(events, events(Filter.ALL, Order.NEWEST_FIRST));
        assertEquals(events.subList(0, 10), events(Filter.ALL.withLimit(OptionalInt.of(10)), Order.NEWEST_FIRST));
        assertEquals(
                events.subList(1_500, 3_000),
                events(Filter.ALL, Order.OLDEST_FIRST).subList(0, 1_500));
    }

    @Test
    void anEmptySetMatchesNothing() throws Exception {
        keep(event(1, T, 1, List.of(), ""));
        assertEquals(List.of(), events(Filter.ALL.withKinds(Set.of()), Order.NEWEST_FIRST));
        assertEquals(List.of(), events(Filter.ALL.withIds(Set.of()), Order.NEWEST_FIRST));
        assertEquals(0, archive.count(List.of(Filter.ALL.withTag('e', Set.of()))));
        assertEquals(List.of(), events(Filter.ALL.withLimit(OptionalInt.of(0)), Order.NEWEST_FIRST));
    }

    @Test
    void aScanGoesOnWhileTheArchiveChanges() throws Exception {
        List<Event> events = TestEvents.unsignedNotes(3_000);
        keepAll(events);
        Scan<Event> scan = archive.events(Filter.ALL, Order.NEWEST_FIRST);
        List<Event> read = new ArrayList<>(scan.next());
        Event gone = events.getFirst();
        keep(event(0, T + 9_999, 5, List.of(List.of("e", gone.id().hex())), ""));
        archive.compact();
        read.addAll(all(scan));
        List<Event> expected = new ArrayList<>(events.subList(1, 3_000).reversed());
        assertEquals(expected, read);
    }

    @Test
    void countsOverSeveralFiltersAreDistinct() throws Exception {
        keepAll(TestEvents.unsignedNotes(100));
        Filter one = Filter.ALL.withTag('t', Set.of("topic1", "topic2"));
        Filter two = Filter.ALL.withAuthors(Set.of(TestEvents.unsignedAuthor(3)));
        long expected = TestEvents.unsignedNotes(100).stream()
                .filter(event -> one.matches(event) || two.matches(event))
                .count();
        assertEquals(expected, archive.count(List.of(one, two, one.withLimit(OptionalInt.of(1)))));
    }

    @Test
    void anEventWithManyMatchingTagsComesOnce() throws Exception {
        Event event = event(1, T, 1, List.of(List.of("t", "a"), List.of("t", "b"), List.of("t", "a")), "");
        keep(event);
        assertEquals(List.of(event), events(Filter.ALL.withTag('t', Set.of("a", "b", "c")), Order.NEWEST_FIRST));
        assertEquals(List.of(), events(Filter.ALL.withTag('T', Set.of("a")), Order.NEWEST_FIRST));
    }

    @Test
    void aClosedArchiveSaysSo() {
        archive.close();
        ArchiveException fault = assertThrows(ArchiveException.class, () -> archive.event(new EventId(1, 2, 3, 4)));
        assertEquals(ArchiveException.Kind.CLOSED, fault.kind());
        ArchiveException refused = assertThrows(ArchiveException.class, () -> keep(event(1, T, 1, List.of(), "")));
        assertEquals(ArchiveException.Kind.CLOSED, refused.kind());
        archive.close();
    }

    @Test
    void closingMakesDurableWhatWaits() throws Exception {
        var waiting = archive.submit(new Write.Events(List.of(event(1, T, 1, List.of(), "")), Guard.OPEN, false));
        archive.close();
        assertEquals(List.of(new Verdict.Stored()), waiting.get());
    }

    // ---------------------------------------------------------------- helpers

    static Event event(long author, long createdAt, int kind, List<List<String>> tags, String content) {
        return TestEvents.unsigned(author, createdAt, kind, tags, content);
    }

    static PublicKey key(long author) {
        return TestEvents.unsignedAuthor(author);
    }

    Standing standing(Event event) throws InterruptedException {
        return archive.standing(List.of(event.id())).getFirst();
    }

    Verdict keep(Event event) throws Exception {
        return keepAll(List.of(event)).getFirst();
    }

    List<Verdict> keepAll(List<Event> events) throws Exception {
        return submit(events, Guard.OPEN);
    }

    List<Verdict> submit(List<Event> events, Guard guard) throws Exception {
        return archive.submit(new Write.Events(events, guard, true)).get();
    }

    void progress(List<CoverageEntry> coverage, List<Refusals> refusals) throws Exception {
        assertEquals(
                List.of(),
                archive.submit(new Write.Progress(coverage, refusals, true)).get());
    }

    List<Event> events(Filter filter, Order order) throws InterruptedException {
        return all(archive.events(filter, order));
    }

    static <T> List<T> all(Scan<T> scan) throws InterruptedException {
        List<T> all = new ArrayList<>();
        for (List<T> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            all.addAll(slice);
        }
        return all;
    }

    static Set<EventId> ids(List<Event> events) {
        Set<EventId> ids = new TreeSet<>();
        events.forEach(event -> ids.add(event.id()));
        return ids;
    }
}
