package dev.sluice.sync;

import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Demands;
import java.util.Map;

/** Takes what is wanted of which relays, as it changes. */
@FunctionalInterface
public interface Targets {

    /**
     * Says what is wanted from now on, the whole picture each time: a relay that is not named is left, unless the plan
     * itself names it. What is wanted again, as before, costs nothing. Returns soon.
     */
    void want(Map<RelayUrl, Demands> wanted) throws InterruptedException;
}
