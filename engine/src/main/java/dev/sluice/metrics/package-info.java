/** Counters and gauges under a fixed vocabulary of names. */
@NullMarked
package dev.sluice.metrics;

import org.jspecify.annotations.NullMarked;
