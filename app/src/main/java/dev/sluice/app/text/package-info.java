/** Plain forms of data: JSON objects that are written, lines that are read. */
@NullMarked
package dev.sluice.app.text;

import org.jspecify.annotations.NullMarked;
