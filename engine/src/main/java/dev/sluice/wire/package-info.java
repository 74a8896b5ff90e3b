/** One WebSocket as blocking receive and send of strings. */
@NullMarked
package dev.sluice.wire;

import org.jspecify.annotations.NullMarked;
