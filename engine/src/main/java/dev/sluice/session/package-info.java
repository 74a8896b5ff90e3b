/** One relay connection in use. */
@NullMarked
package dev.sluice.session;

import org.jspecify.annotations.NullMarked;
