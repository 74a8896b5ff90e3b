package dev.sluice.wire;

import java.net.InetAddress;
import java.net.URI;
import java.util.function.Predicate;

/** Decides what may be dialled at all; asked before any name is resolved. Must not block. */
@FunctionalInterface
public interface AddressGuard {

    Verdict on(URI target);

    /** What is decided of a URL. */
    sealed interface Verdict {
        /** Dialled, whatever it resolves to. */
        record Free() implements Verdict {}

        /** Dialled, but only at addresses that pass. */
        record Checked(Predicate<InetAddress> mayReach) implements Verdict {}

        /** @param why for a person */
        record Refused(String why) implements Verdict {}
    }

    /** Lets everything through: for addresses that the operator named. */
    static AddressGuard none() {
        return target -> new Verdict.Free();
    }
}
