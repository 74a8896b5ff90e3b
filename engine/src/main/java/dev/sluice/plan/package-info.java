/** From what is wanted to requests that fit, as pure functions. */
@NullMarked
package dev.sluice.plan;

import org.jspecify.annotations.NullMarked;
