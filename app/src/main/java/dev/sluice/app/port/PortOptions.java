package dev.sluice.app.port;

import dev.sluice.app.config.Origins;
import dev.sluice.relay.RelayLimits;

/** How a port deals with connections: what it bounds, and whom it believes where they come from. */
public record PortOptions(RelayLimits limits, Origins origins) {

    /** The usual numbers, and no proxies. */
    public static final PortOptions DEFAULT = new PortOptions(RelayLimits.DEFAULT, Origins.DEFAULT);
}
