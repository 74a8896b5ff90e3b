/** The socket in an archive's directory through which other processes reach the one that holds it. */
@NullMarked
package dev.sluice.app.control;

import org.jspecify.annotations.NullMarked;
