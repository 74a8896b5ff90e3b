package dev.sluice.archive;

import dev.sluice.nostr.RelayUrl;

/**
 * What coverage speaks of: a relay, a base filter in canonical JSON without its values, window and limit, and one value
 * ("" where the base filter stands alone).
 */
public record CoverageKey(RelayUrl relay, String base, String value) {}
