/** The only clock, and the only way to wait for a moment. */
@NullMarked
package dev.sluice.time;

import org.jspecify.annotations.NullMarked;
