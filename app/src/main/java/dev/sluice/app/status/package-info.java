/** What a running process knows of itself, for a terminal and for programs. */
@NullMarked
package dev.sluice.app.status;

import org.jspecify.annotations.NullMarked;
