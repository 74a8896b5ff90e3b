package dev.sluice.sync;

import java.util.List;

/** Where a mirror stands at a moment, relay by relay, in the order of their coming. */
public record MirrorStatus(List<RelayStatus> relays) {

    /** Nothing is mirrored. */
    public static final MirrorStatus NONE = new MirrorStatus(List.of());

    public MirrorStatus {
        relays = List.copyOf(relays);
    }
}
