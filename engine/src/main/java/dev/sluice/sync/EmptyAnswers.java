package dev.sluice.sync;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Order;
import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.session.Terminal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells whether a relay that answers a filter with nothing has nothing for it: some answer so what they will not answer.
 * An event that the relay is known to hold is asked for in other ways, with at most four requests for a filter in one
 * connection (decision 0008). Walking thread only.
 */
final class EmptyAnswers {
    /** Events of ours that a relay is asked for at a time; every relay that was read takes so many ids. */
    private static final int HELD = 100;

    /** Events that are kept to be asked for in other ways. */
    private static final int WITNESSES = 8;

    private static final Filter ANYTHING = Filter.ALL.withLimit(OptionalInt.of(1));

    private static final Filter NOTHING = ANYTHING.withIds(Set.of());

    private final StoredQuery query;
    private final EventArchive archive;
    private final Software software;

    // mutable state
    private final Map<Question, Judgement> judged = new HashMap<>();
    private final Set<FilterShape> answered = new HashSet<>();
    private final Deque<Event> witnesses = new ArrayDeque<>();
    private boolean askedForAnything;

    /**
     * @param software decides where nothing is known that the relay holds
     */
    EmptyAnswers(StoredQuery query, EventArchive archive, Software software) {
        this.query = query;
        this.archive = archive;
        this.software = software;
    }

    /** What an answer without events means. */
    sealed interface Verdict {
        /** The relay has nothing for the filter. */
        record Empty() implements Verdict {}

        /** It may have something and does not show it, however the filter is cut. */
        record Hidden() implements Verdict {}

        /** It shows what meets the filter to one that names less. */
        record TooWide() implements Verdict {}

        /** It could not be asked. */
        record Broken(Setback setback) implements Verdict {}
    }

    private static final Verdict EMPTY = new Verdict.Empty();
    private static final Verdict HIDDEN = new Verdict.Hidden();
    private static final Verdict TOO_WIDE = new Verdict.TooWide();

    /** A filter whatever its window, for a window may only make it easier to answer. */
    private record Question(Filter bare, boolean windowed) {

        static Question of(Filter asked) {
            boolean windowed = asked.since().isPresent() || asked.until().isPresent();
            return new Question(bare(asked), windowed);
        }

        private static Filter bare(Filter asked) {
            return asked.withSince(OptionalLong.empty())
                    .withUntil(OptionalLong.empty())
                    .withLimit(OptionalInt.empty());
        }
    }

    /**
     * What was found out, and what was looked for by id. That a relay has nothing is known of what was looked for only:
     * of a later window we may hold something that the relay has by now.
     */
    private record Judgement(Verdict verdict, Set<EventId> lookedFor) {

        boolean coversAll(Set<EventId> held) {
            return !(verdict instanceof Verdict.Empty) || lookedFor.containsAll(held);
        }
    }

    /** What a question of ours has shown. */
    private sealed interface Look {
        record Seen(Event event) implements Look {}

        record Nothing() implements Look {}

        /** The relay had something to say against it. */
        record Refused() implements Look {}

        record Broken(Setback setback) implements Look {}
    }

    /** A filter was answered with events, some event of them among others. */
    void shown(Filter asked, Optional<Event> sample) {
        answered.add(FilterShape.of(asked));
        sample.ifPresent(this::witness);
    }

    private void witness(Event event) {
        witnesses.addFirst(event);
        if (witnesses.size() > WITNESSES) {
            witnesses.removeLast();
        }
    }

    /** What was found out of a filter counts no longer: everything is to be checked. */
    void forget(Filter filter) {
        judged.keySet().removeIf(question -> question.bare().equals(Question.bare(filter)));
    }

    /** Judges a filter that was answered with EOSE and without a complaint or an event; blocks while it asks. */
    Verdict judge(Filter asked) throws InterruptedException {
        Question question = Question.of(asked);
        Set<EventId> held = held(asked);
        Judgement before = judged.get(question);
        if (before != null && before.coversAll(held)) {
            return before.verdict();
        }
        Verdict verdict = switch (lookForHeld(asked, held)) {
            case Look.Broken broken -> new Verdict.Broken(broken.setback());
            case Look.Seen seen -> hidden(asked, seen.event());
            case Look.Nothing nothing -> before == null ? lookElsewhere(asked) : before.verdict();
            case Look.Refused refused -> before == null ? lookElsewhere(asked) : before.verdict();
        };
        if (!(verdict instanceof Verdict.Broken)) {
            judged.put(question, new Judgement(verdict, held));
        }
        return verdict;
    }

    /** The newest events that the archive holds of a filter, from wherever they came. */
    private Set<EventId> held(Filter asked) throws InterruptedException {
        return archive.events(asked.withLimit(OptionalInt.of(HELD)), Order.NEWEST_FIRST).next().stream()
                .map(Event::id)
                .collect(Collectors.toSet());
    }

    private Look lookForHeld(Filter asked, Set<EventId> held) throws InterruptedException {
        if (held.isEmpty()) {
            return new Look.Nothing();
        }
        Filter byId = Filter.ALL.withIds(held).withLimit(OptionalInt.of(held.size()));
        Look look = look(byId, byId);
        return look instanceof Look.Seen seen && !asked.matches(seen.event()) ? new Look.Nothing() : look;
    }

    private Verdict lookElsewhere(Filter asked) throws InterruptedException {
        FilterShape shape = FilterShape.of(asked);
        boolean plain = !shape.isOpen() && !shape.isHeavy();
        if (plain || answered.stream().anyMatch(shape::isWithin)) {
            return EMPTY;
        }
        Look any = witnesses.isEmpty() ? lookForAnything(shape) : new Look.Nothing();
        if (any instanceof Look.Broken broken) {
            return new Verdict.Broken(broken.setback());
        }
        for (Event witness : witnesses) {
            Optional<Filter> lookalike = Lookalike.of(asked, witness);
            if (lookalike.isPresent()) {
                return lookAlike(asked, lookalike.get(), witness);
            }
        }
        return unknown(shape);
    }

    private Look lookForAnything(FilterShape shape) throws InterruptedException {
        if (askedForAnything || software.hidesOpen() || shape.values().isEmpty()) {
            return new Look.Nothing();
        }
        Look look = look(ANYTHING, NOTHING);
        askedForAnything = !(look instanceof Look.Broken);
        if (look instanceof Look.Seen seen) {
            witness(seen.event());
        }
        return look;
    }

    /** A relay that holds an event shows it to a filter that looks like the one in doubt, if it answers such filters. */
    private Verdict lookAlike(Filter asked, Filter lookalike, Event witness) throws InterruptedException {
        return switch (look(lookalike, NOTHING)) {
            case Look.Broken broken -> new Verdict.Broken(broken.setback());
            case Look.Refused refused -> EMPTY;
            case Look.Seen seen -> {
                answered.add(FilterShape.of(asked));
                yield EMPTY;
            }
            case Look.Nothing nothing -> tooWide(asked, witness);
        };
    }

    /** The relay holds an event and did not show it to a filter, unless it has come meanwhile: then it shows it now. */
    private Verdict hidden(Filter asked, Event event) throws InterruptedException {
        return switch (look(asked.withLimit(OptionalInt.of(1)), NOTHING)) {
            case Look.Broken broken -> new Verdict.Broken(broken.setback());
            case Look.Seen seen -> EMPTY;
            case Look.Nothing nothing -> tooWide(asked, event);
            case Look.Refused refused -> tooWide(asked, event);
        };
    }

    /** It does not show it because of how much the filter names, or because of what. */
    private Verdict tooWide(Filter asked, Event event) throws InterruptedException {
        Filter narrow = Lookalike.narrow(asked, event).orElseThrow();
        if (FilterShape.of(narrow).equals(FilterShape.of(asked))) {
            return HIDDEN;
        }
        return switch (look(narrow, NOTHING)) {
            case Look.Broken broken -> new Verdict.Broken(broken.setback());
            case Look.Seen seen -> TOO_WIDE;
            case Look.Nothing nothing -> HIDDEN;
            case Look.Refused refused -> HIDDEN;
        };
    }

    /** Nothing of the relay is known that could be asked for: its software has to decide. */
    private Verdict unknown(FilterShape shape) {
        if (software.hidesOpen() && shape.isOpen()) {
            return HIDDEN;
        }
        return software.hidesHeavy() && shape.isHeavy() ? TOO_WIDE : EMPTY;
    }

    private Look look(Filter filter, Filter accepted) throws InterruptedException {
        return switch (query.ask(SlotClass.PROBE, filter, accepted)) {
            case StoredQuery.Answer.Broken(Setback.Failed(Terminal.Refused refused)) -> new Look.Refused();
            case StoredQuery.Answer.Broken broken -> new Look.Broken(broken.setback());
            case StoredQuery.Answer.Ended ended
            when ended.sample().isPresent() -> new Look.Seen(ended.sample().get());
            case StoredQuery.Answer.Ended ended -> ended.page().tainted() ? new Look.Refused() : new Look.Nothing();
        };
    }
}
