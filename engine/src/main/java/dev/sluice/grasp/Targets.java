package dev.sluice.grasp;

import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Demands;
import java.util.Map;

/** Takes what is wanted of which relay, and sees to it. */
@FunctionalInterface
public interface Targets {

    /**
     * The whole picture: what was wanted before and is not among it is wanted no more. Must not block for long; the same
     * picture again changes nothing.
     */
    void want(Map<RelayUrl, Demands> wanted);
}
