/** What Nostr says: events, filters and messages as values, their codec, their ids and signatures. */
@NullMarked
package dev.sluice.nostr;

import org.jspecify.annotations.NullMarked;
