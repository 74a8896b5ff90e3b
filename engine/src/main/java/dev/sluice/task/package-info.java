/** Virtual threads that end with the block that opened them. */
@NullMarked
package dev.sluice.task;

import org.jspecify.annotations.NullMarked;
