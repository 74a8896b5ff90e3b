/** Generated events that look like a small git forge, for the quickstart, tests and benchmarks. */
@NullMarked
package dev.sluice.app.sample;

import org.jspecify.annotations.NullMarked;
