/** The way of an event from a frame to the archive. */
@NullMarked
package dev.sluice.intake;

import org.jspecify.annotations.NullMarked;
