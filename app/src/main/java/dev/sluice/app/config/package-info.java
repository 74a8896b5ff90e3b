/** The configuration file and the flags that override it. */
@NullMarked
package dev.sluice.app.config;

import org.jspecify.annotations.NullMarked;
