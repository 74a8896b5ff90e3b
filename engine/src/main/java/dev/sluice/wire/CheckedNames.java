package dev.sluice.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The names that are being dialled under a check, of the whole process, as the JDK has one resolver for all. The JDK
 * remembers answers under the name, so a name must either always be checked or never: {@code DialRules} sees to that.
 */
final class CheckedNames {

    /** Bounded by the dials that go on at once. */
    private static final ConcurrentMap<String, Checks> NAMES = new ConcurrentHashMap<>();

    private static final AtomicBoolean INSTALLED = new AtomicBoolean();

    private CheckedNames() {}

    /** What the answers for a name must pass: every check of every dial that goes on. */
    record Checks(List<Check> all) {
        static final Checks NONE = new Checks(List.of());

        boolean pass(InetAddress address) {
            return all.stream().allMatch(check -> check.pass(address));
        }

        private Checks with(Check one) {
            List<Check> more = new ArrayList<>(all);
            more.add(one);
            return new Checks(List.copyOf(more));
        }

        private Checks without(Check one) {
            return new Checks(all.stream().filter(other -> other != one).toList());
        }
    }

    /** The check of one dial. Closing it ends it. */
    static final class Check implements AutoCloseable {
        private final String name;
        private final Predicate<InetAddress> mayReach;
        private volatile boolean refused;

        private Check(String name, Predicate<InetAddress> mayReach) {
            this.name = name;
            this.mayReach = mayReach;
        }

        private boolean pass(InetAddress address) {
            boolean passes = mayReach.test(address);
            refused |= !passes;
            return passes;
        }

        /** Whether an address was held back. */
        boolean refused() {
            return refused;
        }

        @Override
        public void close() {
            NAMES.computeIfPresent(name, (same, checks) -> {
                Checks left = checks.without(this);
                return left.all().isEmpty() ? null : left;
            });
        }
    }

    static Check check(String host, Predicate<InetAddress> mayReach) {
        Check check = new Check(host.toLowerCase(Locale.ROOT), mayReach);
        NAMES.merge(check.name, new Checks(List.of(check)), (now, more) -> now.with(check));
        return check;
    }

    static Checks of(String host) {
        return NAMES.getOrDefault(host.toLowerCase(Locale.ROOT), Checks.NONE);
    }

    /** Called when the JDK has taken our resolver. */
    static void installed() {
        INSTALLED.set(true);
    }

    /** Whether names are resolved through our resolver; the first call makes the JDK choose. May block on that lookup. */
    static boolean areChecked() {
        if (!INSTALLED.get()) {
            try {
                InetAddress unused = InetAddress.getByName("localhost");
            } catch (UnknownHostException e) {
                return INSTALLED.get();
            }
        }
        return INSTALLED.get();
    }
}
