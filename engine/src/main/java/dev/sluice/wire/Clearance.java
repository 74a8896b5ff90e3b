package dev.sluice.wire;

import dev.sluice.wire.AddressGuard.Verdict;
import dev.sluice.wire.CheckedNames.Check;
import dev.sluice.wire.Clearance.Answer.Clear;
import dev.sluice.wire.Clearance.Answer.Refused;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Carries out what a guard decides: while a checked dial goes on, its name resolves to nothing that fails the check. */
final class Clearance {

    /** Why a dial failed during which an address was held back. */
    static final String HELD_BACK = "the host resolves to no address that may be dialled";

    private final AddressGuard guard;

    Clearance(AddressGuard guard) {
        this.guard = guard;
    }

    /** Whether a dial may begin. */
    sealed interface Answer {
        record Refused(String why) implements Answer {}

        /** Go on, and close this when the dial has ended. */
        record Clear(@Nullable Check check) implements Answer, AutoCloseable {
            /** Whether an address was held back meanwhile. */
            boolean heldBack() {
                return check != null && check.refused();
            }

            @Override
            public void close() {
                if (check != null) {
                    check.close();
                }
            }
        }
    }

    /** The first call may block on the lookup of this machine's own name. */
    Answer of(URI target) {
        return switch (guard.on(target)) {
            case Verdict.Free free -> new Clear(null);
            case Verdict.Refused(String why) -> new Refused(why);
            case Verdict.Checked(Predicate<InetAddress> mayReach) -> checked(target, mayReach);
        };
    }

    private static Answer checked(URI target, Predicate<InetAddress> mayReach) {
        if (!CheckedNames.areChecked()) {
            return new Refused(
                    "another resolver is installed in this Java process, so that addresses can't be checked");
        }
        if (goesThroughProxy(target)) {
            return new Refused("a proxy would resolve it, so that its address can't be checked");
        }
        return new Clear(CheckedNames.check(target.getHost(), mayReach));
    }

    private static boolean goesThroughProxy(URI target) {
        @Nullable ProxySelector proxies = ProxySelector.getDefault();
        URI http = URI.create("http" + target.toString().substring(2));
        return proxies != null && proxies.select(http).stream().anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT);
    }
}
