/** Git over Nostr (NIP-34, GRASP): which repositories are accepted, what belongs to them, and which relays are asked for it. */
@NullMarked
package dev.sluice.grasp;

import org.jspecify.annotations.NullMarked;
