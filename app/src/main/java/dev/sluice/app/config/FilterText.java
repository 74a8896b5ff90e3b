package dev.sluice.app.config;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Filter;

/** A NIP-01 filter as a person writes it. */
public final class FilterText {

    private FilterText() {}

    /** Reads a filter object in JSON; any other text is an {@link IllegalArgumentException} that says why. */
    public static Filter parse(String json) {
        return switch (Codec.filter(json)) {
            case Decoded.Message<Filter>(Filter filter) -> filter;
            case Decoded.Malformed<Filter> fault ->
                throw new IllegalArgumentException("not a filter: " + withoutPrefix(fault.reason()));
        };
    }

    private static String withoutPrefix(String reason) {
        return reason.startsWith("invalid: ") ? reason.substring("invalid: ".length()) : reason;
    }

    /** The same for what is watched for good, where a limit has no meaning. */
    public static Filter parseUnlimited(String json) {
        Filter filter = parse(json);
        if (filter.limit().isPresent()) {
            throw new IllegalArgumentException("a watched filter has no limit");
        }
        return filter;
    }
}
