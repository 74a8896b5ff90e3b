/** The ports of the archive: what the engine asks of a store, whichever it is. */
@NullMarked
package dev.sluice.archive;

import org.jspecify.annotations.NullMarked;
