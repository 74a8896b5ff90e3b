/** Our relay in the part of a foreign one: its limits, its words and its habits. */
@NullMarked
package dev.sluice.profile;

import org.jspecify.annotations.NullMarked;
