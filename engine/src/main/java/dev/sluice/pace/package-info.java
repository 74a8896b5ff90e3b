/** When something may start. */
@NullMarked
package dev.sluice.pace;

import org.jspecify.annotations.NullMarked;
