package dev.sluice.app.config;

import dev.sluice.nostr.RelayUrl;

/** A relay's URL as a person writes it. */
public final class RelayText {

    private RelayText() {}

    /** Reads a URL or a bare host; any other text is an {@link IllegalArgumentException} that says why. */
    public static RelayUrl parse(String text) {
        return RelayUrl.ofUser(text).orElseThrow(() -> new IllegalArgumentException("not a relay URL: " + text));
    }
}
