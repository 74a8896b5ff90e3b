/** The serving side without a transport: takes messages and answers them. */
@NullMarked
package dev.sluice.relay;

import org.jspecify.annotations.NullMarked;
