/** What one connection may hold open at once. */
@NullMarked
package dev.sluice.budget;

import org.jspecify.annotations.NullMarked;
