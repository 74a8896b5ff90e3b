package dev.sluice.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.Account;
import dev.sluice.time.Time;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Who is connected, in all and of each address. Any thread may call. */
final class Clients {

    /** Addresses without a connection that are remembered, so that to leave and come again earns no new quotas. */
    private static final int MOST_ABSENT = 10_000;

    private final RelayLimits limits;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<String, Visitor> present = new HashMap<>();

    /** The one that left first comes first. */
    @GuardedBy("lock")
    private final Map<String, Visitor> absent = new LinkedHashMap<>();

    @GuardedBy("lock")
    private int connections;

    Clients(RelayLimits limits, Time time) {
        this.limits = limits;
        this.time = time;
    }

    /** One address. */
    private static final class Visitor {
        final Map<Quota, TokenBucket> quotas;
        final TokenBucket connects;
        final Account account = Account.open();
        final Account pace = Account.open();
        int connections;

        Visitor(RelayLimits limits, Time time) {
            this.quotas = Quotas.ofAddress(limits, time);
            this.connects = TokenBucket.perMinute(limits.of(Limit.MAX_CONNECTS_PER_MINUTE), time);
        }
    }

    /** Why a client that knocks is not let in; each call counts as an attempt to connect. */
    Optional<TurnedAway> turnsAway(ClientAddress address) {
        lock.lock();
        try {
            long most = limits.of(Limit.MAX_CONNECTIONS);
            if (connections >= most) {
                return Optional.of(new TurnedAway(true, Wording.TOO_MANY_CONNECTIONS.text(most)));
            }
            return address.trusted() ? Optional.empty() : turnsAway(visitor(address.network()));
        } finally {
            lock.unlock();
        }
    }

    private Optional<TurnedAway> turnsAway(Visitor visitor) {
        long most = limits.of(Limit.MAX_CONNECTIONS_PER_ADDRESS);
        if (visitor.connections >= most) {
            return Optional.of(new TurnedAway(false, Wording.TOO_MANY_CONNECTIONS_OF_ADDRESS.text(most)));
        }
        return visitor.connects.take(1)
                ? Optional.empty()
                : Optional.of(new TurnedAway(
                        false, Wording.TOO_MANY_CONNECTS.text(limits.of(Limit.MAX_CONNECTS_PER_MINUTE))));
    }

    /** Counts a connection. Between knocking and entering others may have come: then the seat says so. */
    Seat enter(ClientAddress address) {
        lock.lock();
        try {
            connections++;
            @Nullable Visitor visitor = address.trusted() ? null : seated(address.network());
            return new Seat(address.network(), visitor, crowded(visitor));
        } finally {
            lock.unlock();
        }
    }

    /** How many connections there are. */
    int connections() {
        lock.lock();
        try {
            return connections;
        } finally {
            lock.unlock();
        }
    }

    /** How many addresses are remembered, with connections and without. */
    int addresses() {
        lock.lock();
        try {
            return present.size() + absent.size();
        } finally {
            lock.unlock();
        }
    }

    /** So many addresses are remembered at most. */
    long mostAddresses() {
        return limits.of(Limit.MAX_CONNECTIONS) + MOST_ABSENT;
    }

    @GuardedBy("lock")
    private Optional<String> crowded(@Nullable Visitor visitor) {
        long inAll = limits.of(Limit.MAX_CONNECTIONS);
        if (connections > inAll) {
            return Optional.of(Wording.TOO_MANY_CONNECTIONS.text(inAll));
        }
        long ofAddress = limits.of(Limit.MAX_CONNECTIONS_PER_ADDRESS);
        return visitor != null && visitor.connections > ofAddress
                ? Optional.of(Wording.TOO_MANY_CONNECTIONS_OF_ADDRESS.text(ofAddress))
                : Optional.empty();
    }

    @GuardedBy("lock")
    private Visitor seated(String network) {
        Visitor visitor = visitor(network);
        absent.remove(network);
        present.put(network, visitor);
        visitor.connections++;
        return visitor;
    }

    @GuardedBy("lock")
    private Visitor visitor(String network) {
        @Nullable Visitor known = present.getOrDefault(network, absent.get(network));
        if (known != null) {
            return known;
        }
        Visitor visitor = new Visitor(limits, time);
        remember(network, visitor);
        return visitor;
    }

    @GuardedBy("lock")
    private void remember(String network, Visitor visitor) {
        absent.put(network, visitor);
        if (absent.size() > MOST_ABSENT) {
            absent.remove(absent.keySet().iterator().next());
        }
    }

    private void leave(String network, @Nullable Visitor visitor) {
        lock.lock();
        try {
            connections--;
            if (visitor != null) {
                visitor.connections--;
                if (visitor.connections == 0) {
                    present.remove(network);
                    remember(network, visitor);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** The place of one connection. */
    final class Seat implements AutoCloseable {

        private final String network;
        private final @Nullable Visitor visitor;
        private final Optional<String> crowded;
        private final Quotas quotas;
        private final Account account;
        private final Account pace;
        private final AtomicBoolean taken = new AtomicBoolean(true);

        private Seat(String network, @Nullable Visitor visitor, Optional<String> crowded) {
            this.network = network;
            this.visitor = visitor;
            this.crowded = crowded;
            this.quotas = visitor == null ? Quotas.NONE : Quotas.of(limits, visitor.quotas, time);
            this.account = visitor == null ? Account.open() : visitor.account;
            this.pace = visitor == null ? Account.open() : visitor.pace;
        }

        /** Why the connection has to end at once. */
        Optional<String> crowded() {
            return crowded;
        }

        Quotas quotas() {
            return quotas;
        }

        /** On which its reads go: that of its address, or one of its own where addresses do not count. */
        Account account() {
            return account;
        }

        /** On which goes the time for which it is worked for. */
        Account pace() {
            return pace;
        }

        /** Gives the place back; again does nothing. */
        @Override
        public void close() {
            if (taken.compareAndSet(true, false)) {
                leave(network, visitor);
            }
        }
    }
}
