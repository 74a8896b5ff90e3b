package dev.sluice.relay;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import dev.sluice.nostr.SubscriptionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is refused for the form of a request alone. Pure. */
final class RequestRules {

    private final RelayLimits limits;

    RequestRules(RelayLimits limits) {
        this.limits = limits;
    }

    /** Why a message can't be answered whatever else is open or held. */
    Optional<String> refusal(ClientMessage message) {
        return switch (message) {
            case ClientMessage.Req req -> id(req.id()).or(() -> filters(req.filters()));
            case ClientMessage.Count count -> id(count.id()).or(() -> filters(count.filters()));
            case ClientMessage.NegOpen open -> id(open.id()).or(() -> filters(List.of(open.filter())));
            case ClientMessage.NegMsg msg -> Optional.empty();
            case ClientMessage.Close close -> Optional.empty();
            case ClientMessage.NegClose close -> Optional.empty();
            case ClientMessage.Publish publish -> Optional.empty();
            case ClientMessage.Auth auth -> Optional.empty();
        };
    }

    private Optional<String> id(SubscriptionId id) {
        int most = limits.count(Limit.MAX_SUBID_LENGTH);
        String text = id.value();
        return text.codePointCount(0, text.length()) > most
                ? Optional.of(Wording.SUBSCRIPTION_ID_TOO_LONG.text(most))
                : Optional.empty();
    }

    private Optional<String> filters(List<Filter> filters) {
        int most = limits.count(Limit.MAX_FILTERS);
        if (filters.size() > most) {
            return Optional.of(Wording.TOO_MANY_FILTERS.text(most));
        }
        for (Filter filter : filters) {
            Optional<String> refusal = fields(filter);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        long bytes = filters.stream().mapToLong(FilterBytes::of).sum();
        long together = limits.of(Limit.MAX_FILTER_BYTES);
        return bytes > together ? Optional.of(Wording.REQUEST_TOO_BIG.text(together)) : Optional.empty();
    }

    private Optional<String> fields(Filter filter) {
        Optional<String> refusal = field("ids", hex(filter.ids())).or(() -> field("authors", hex(filter.authors())));
        if (refusal.isPresent()) {
            return refusal;
        }
        for (Map.Entry<Character, Set<String>> tag : filter.tags().entrySet()) {
            Optional<String> tooBig = field("#" + tag.getKey(), FilterBytes.of(tag.getValue()));
            if (tooBig.isPresent()) {
                return tooBig;
            }
        }
        Set<Integer> kinds = filter.kinds() == null ? Set.of() : filter.kinds();
        return field("kinds", kinds.stream().mapToLong(FilterBytes::of).sum());
    }

    private Optional<String> field(String name, long bytes) {
        long most = limits.of(Limit.MAX_FILTER_FIELD_BYTES);
        return bytes > most ? Optional.of(Wording.FIELD_TOO_BIG.text(name, most)) : Optional.empty();
    }

    private static long hex(@Nullable Set<?> values) {
        return values == null ? 0 : (long) values.size() * FilterBytes.HEX;
    }
}
