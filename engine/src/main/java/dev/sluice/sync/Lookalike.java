package dev.sluice.sync;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Filters that look like another one and that a known event meets, so that a relay which holds it has to show it. Pure. */
final class Lookalike {
    private final Filter model;
    private final Event known;
    private final boolean narrow;

    private Lookalike(Filter model, Event known, boolean narrow) {
        this.model = model;
        this.known = known;
        this.narrow = narrow;
    }

    /** One of the same shape; empty when the event has nothing to put into one of its fields. */
    static Optional<Filter> of(Filter model, Event known) {
        return new Lookalike(model, known, false).filter();
    }

    /** One that has the same fields with a single value in each. */
    static Optional<Filter> narrow(Filter model, Event known) {
        return new Lookalike(model, known, true).filter();
    }

    private Optional<Filter> filter() {
        Filter filter = Filter.ALL
                .withSince(moment(model.since()))
                .withUntil(moment(model.until()))
                .withLimit(OptionalInt.of(1));
        Set<EventId> ids = model.ids();
        filter = ids == null ? filter : filter.withIds(with(ids, known.id()));
        Set<PublicKey> authors = model.authors();
        filter = authors == null ? filter : filter.withAuthors(with(authors, known.pubkey()));
        Set<Integer> kinds = model.kinds();
        filter = kinds == null ? filter : filter.withKinds(with(kinds, known.kind()));
        for (Map.Entry<Character, Set<String>> tag : model.tags().entrySet()) {
            Optional<String> value = value(tag.getKey(), tag.getValue());
            if (value.isEmpty()) {
                return Optional.empty();
            }
            filter = filter.withTag(tag.getKey(), with(tag.getValue(), value.get()));
        }
        return Optional.of(filter);
    }

    private OptionalLong moment(OptionalLong bound) {
        return bound.isPresent() ? OptionalLong.of(known.createdAt()) : bound;
    }

    /** A value of the event's own tags, one that the model names if there is one. */
    private Optional<String> value(char letter, Set<String> named) {
        List<String> own = known.values(String.valueOf(letter)).toList();
        return own.stream()
                .filter(named::contains)
                .findFirst()
                .or(() -> own.stream().findFirst());
    }

    private <T> Set<T> with(Set<T> values, T value) {
        Set<T> others = new LinkedHashSet<>();
        others.add(value);
        values.stream().limit(narrow ? 0 : values.size()).forEach(other -> {
            if (others.size() < values.size()) {
                others.add(other);
            }
        });
        return others;
    }
}
