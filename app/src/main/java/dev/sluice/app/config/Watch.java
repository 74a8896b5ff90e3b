package dev.sluice.app.config;

import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A {@code [[watch]]} table: a filter as JSON text, or its fields one by one. */
final class Watch {

    private static final List<String> FIELDS = List.of("ids", "authors", "kinds", "since", "until");

    private Watch() {}

    static Filter filter(Section section) {
        Optional<Filter> written = section.parsed("filter", FilterText::parseUnlimited);
        Filter filter = written.isPresent() ? alone(section, written.get()) : fields(section);
        section.refuseOthers();
        return filter;
    }

    private static Filter alone(Section section, Filter written) {
        for (String field : FIELDS) {
            if (section.has(field)) {
                throw section.fault(field, "'" + field + "' beside 'filter': write one or the other");
            }
        }
        return written;
    }

    private static Filter fields(Section section) {
        Filter filter = Filter.ALL
                .withSince(section.number("since", 0, Long.MAX_VALUE))
                .withUntil(section.number("until", 0, Long.MAX_VALUE));
        filter = set(section, "ids", String.class, EventId::parse)
                .map(filter::withIds)
                .orElse(filter);
        filter = set(section, "authors", String.class, PublicKey::parse)
                .map(filter::withAuthors)
                .orElse(filter);
        filter = set(section, "kinds", Long.class, Watch::kind)
                .map(filter::withKinds)
                .orElse(filter);
        for (String key : section.keys("#")) {
            filter = filter.withTag(letter(section, key), tagValues(section, key));
        }
        if (filter.equals(Filter.ALL)) {
            throw section.fault("a [[watch]] needs a 'filter' or fields; filter = '{}' watches everything");
        }
        return filter;
    }

    private static <S, T> Optional<Set<T>> set(Section section, String key, Class<S> type, Function<S, T> parser) {
        return section.list(key, type, parser).map(Set::copyOf);
    }

    private static Set<String> tagValues(Section section, String key) {
        return Set.copyOf(section.list(key, String.class, value -> value).orElseThrow());
    }

    private static char letter(Section section, String key) {
        boolean letter = key.length() == 2 && Character.isLetter(key.charAt(1)) && key.charAt(1) < 128;
        if (!letter) {
            throw section.fault(key, "'" + key + "': a tag condition is # and one letter");
        }
        return key.charAt(1);
    }

    /** A kind, or an {@link IllegalArgumentException}. */
    static int kind(long number) {
        if (number < 0 || number > Kind.MAX) {
            throw new IllegalArgumentException("a kind is from 0 to " + Kind.MAX + ", not " + number);
        }
        return (int) number;
    }
}
