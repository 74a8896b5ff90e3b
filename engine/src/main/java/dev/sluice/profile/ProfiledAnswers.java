package dev.sluice.profile;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Leave;
import dev.sluice.archive.Order;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.relay.StoredAnswer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** How a profile answers out of the archive. One session's receiving thread uses it. */
final class ProfiledAnswers implements StoredAnswer.Source {
    private final Profile profile;
    private final FilterRules rules;
    private final EventArchive archive;
    private final Counts counts;

    private ProfiledAnswer last = ProfiledAnswer.EMPTY;
    private long idsAsked;
    private boolean asksNothing;

    ProfiledAnswers(Profile profile, EventArchive archive, Counts counts) {
        this.profile = profile;
        this.rules = new FilterRules(profile);
        this.archive = archive;
        this.counts = counts;
    }

    @Override
    public StoredAnswer to(List<Filter> filters, Leave leave) throws InterruptedException {
        idsAsked = asked(filters);
        asksNothing = filters.stream().allMatch(filter -> filter.limit().orElse(1) == 0);
        last = profile.on(Occasion.SCRAPER).isEmpty() && rules.scrapes(filters)
                ? skipped(Occasion.SCRAPER)
                : answer(filters);
        return last;
    }

    /** Whether the last REQ asked by ids alone and each was found, which some relays take for its end. */
    boolean isOver() {
        boolean closes = profile.has(Habit.FOUND_CLOSES) || profile.has(Habit.FOUND_CLOSES_ONLY);
        return closes && idsAsked > 0 && last.sent() == idsAsked;
    }

    /** Whether the last REQ gets no EOSE. */
    boolean keepsEose() {
        return (profile.has(Habit.FOUND_CLOSES_ONLY) && isOver()) || (profile.has(Habit.ZERO_IS_SILENT) && asksNothing);
    }

    private static long asked(List<Filter> filters) {
        Set<EventId> ids = new HashSet<>();
        for (Filter filter : filters) {
            Set<EventId> some = filter.ids();
            if (some == null) {
                return 0;
            }
            ids.addAll(some);
        }
        return ids.size();
    }

    private ProfiledAnswer skipped(Occasion occasion) {
        counts.refuse(occasion);
        return ProfiledAnswer.EMPTY;
    }

    private ProfiledAnswer answer(List<Filter> filters) throws InterruptedException {
        OptionalInt first =
                filters.isEmpty() ? OptionalInt.empty() : limit(filters.get(0).limit());
        List<ProfiledAnswer.Part> parts = new ArrayList<>();
        for (Filter filter : filters) {
            OptionalInt limit = profile.has(Habit.FIRST_LIMIT) ? first : limit(filter.limit());
            if (limit.orElse(1) > 0 && !filter.matchesNothing() && !skips(filter)) {
                parts.add(part(filter, limit));
            }
        }
        long together = profile.has(Habit.FIRST_LIMIT)
                ? first.orElse(Integer.MAX_VALUE)
                : profile.limit(Occasion.RESULTS).orElse(Long.MAX_VALUE);
        return new ProfiledAnswer(parts, profile.habits(), together);
    }

    private ProfiledAnswer.Part part(Filter filter, OptionalInt limit) throws InterruptedException {
        boolean oldest = profile.has(Habit.OLDEST_FIRST) && filter.limit().isEmpty();
        boolean more = profile.has(Habit.ONE_MORE) && filter.limit().orElse(0) > 0 && limit.isPresent();
        OptionalInt sent = more ? OptionalInt.of(limit.getAsInt() + 1) : limit;
        Order order = oldest ? Order.OLDEST_FIRST : Order.NEWEST_FIRST;
        return new ProfiledAnswer.Part(archive.encoded(filter.withLimit(sent), order), sent, order);
    }

    /** nosflare passes filters over that would cost it too much. */
    private boolean skips(Filter filter) throws InterruptedException {
        if (profile.exceeds(Occasion.COST, FilterRules.cost(filter))) {
            counts.refuse(Occasion.COST);
            return true;
        }
        boolean many = profile.limits().containsKey(Occasion.ROWS)
                && !filter.tags().isEmpty()
                && profile.exceeds(Occasion.ROWS, archive.count(List.of(filter.withLimit(OptionalInt.empty()))));
        if (many) {
            counts.refuse(Occasion.ROWS);
        }
        return many;
    }

    private OptionalInt limit(OptionalInt asked) {
        boolean none = asked.isEmpty() || (asked.getAsInt() == 0 && profile.has(Habit.ZERO_IS_NONE));
        long most = profile.limit(Occasion.MAX_LIMIT).orElse(Integer.MAX_VALUE);
        boolean tooHigh = !none && asked.getAsInt() > most;
        if (none || (tooHigh && profile.has(Habit.TOO_HIGH_IS_NONE))) {
            long usual = profile.limit(Occasion.DEFAULT_LIMIT).orElse(Integer.MAX_VALUE);
            return usual == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of((int) usual);
        }
        return OptionalInt.of((int) Math.min(asked.getAsInt(), most));
    }
}
