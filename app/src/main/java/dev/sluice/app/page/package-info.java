/** The status page and the numbers behind it. */
@NullMarked
package dev.sluice.app.page;

import org.jspecify.annotations.NullMarked;
