/** The protocol as values: events, filters and messages, their JSON, their ids and signatures, relay addresses. */
@NullMarked
package dev.sluice.nostr;

import org.jspecify.annotations.NullMarked;
