/** The commands that a person types. */
@NullMarked
package dev.sluice.app.cli;

import org.jspecify.annotations.NullMarked;
