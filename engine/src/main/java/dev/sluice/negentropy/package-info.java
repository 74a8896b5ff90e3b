/**
 * Range-based set reconciliation, the negentropy protocol V1 of NIP-77, as a pure machine: frames in, frames and
 * differences out, no input or output of its own and no threads.
 *
 * <p>Embedding takes three steps: put times and ids into an {@link dev.sluice.negentropy.ItemSet} (or keep a
 * {@link dev.sluice.negentropy.LiveItems} and take snapshots), give it to a {@link dev.sluice.negentropy.Reconciler} on
 * each side, and carry the frames between them until the initiator is done.
 */
@NullMarked
package dev.sluice.negentropy;

import org.jspecify.annotations.NullMarked;
