/** Measurements of the parts and of the whole. */
@NullMarked
package dev.sluice.bench;

import org.jspecify.annotations.NullMarked;
