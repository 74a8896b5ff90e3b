/** Why something is asked of a relay, and when it is complete. */
@NullMarked
package dev.sluice.sync;

import org.jspecify.annotations.NullMarked;
