package dev.sluice.wire;

import java.net.URI;

/** Decides which addresses may be dialled at all; asked before any name is resolved. Must not block. */
@FunctionalInterface
public interface AddressGuard {

    boolean allows(URI target);

    /** Lets everything through: for addresses that the operator named. */
    static AddressGuard none() {
        return target -> true;
    }
}
