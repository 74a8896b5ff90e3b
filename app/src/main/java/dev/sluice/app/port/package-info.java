/** The relay port: WebSocket and relay information over HTTP. */
@NullMarked
package dev.sluice.app.port;

import org.jspecify.annotations.NullMarked;
