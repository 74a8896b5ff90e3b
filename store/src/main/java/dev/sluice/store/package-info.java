/** The event archive on MVStore and the catalogue on H2 SQL. */
@NullMarked
package dev.sluice.store;

import org.jspecify.annotations.NullMarked;
