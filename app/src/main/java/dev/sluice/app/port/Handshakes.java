package dev.sluice.app.port;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.relay.Limit;
import dev.sluice.relay.RelayLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Connections that speak HTTP and have not become WebSockets. Each has a few seconds, however it fills them; when there are
 * too many the oldest goes, for a handshake that is meant takes no time.
 */
final class Handshakes implements Connection.Listener {

    private final Scheduler scheduler;
    private final int most;
    private final long seconds;
    private final ReentrantLock lock = new ReentrantLock();

    /** The oldest first. */
    @GuardedBy("lock")
    private final Map<Connection, Scheduler.Task> pending = new LinkedHashMap<>();

    Handshakes(Scheduler scheduler, RelayLimits limits) {
        this.scheduler = scheduler;
        this.most = limits.count(Limit.MAX_HANDSHAKES);
        this.seconds = limits.of(Limit.HANDSHAKE_SECONDS);
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HttpConnection) {
            @Nullable Connection oldest = add(connection);
            if (oldest != null) {
                end(oldest);
            }
        }
    }

    @Override
    public void onClosed(Connection connection) {
        lock.lock();
        try {
            Scheduler.@Nullable Task timer = pending.remove(connection);
            if (timer != null) {
                timer.cancel();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many there are. */
    int size() {
        lock.lock();
        try {
            return pending.size();
        } finally {
            lock.unlock();
        }
    }

    /** Adds one; the one that has to go for it, or null. */
    private @Nullable Connection add(Connection connection) {
        lock.lock();
        try {
            pending.put(connection, scheduler.schedule(() -> end(connection), seconds, TimeUnit.SECONDS));
            return pending.size() > most ? pending.keySet().iterator().next() : null;
        } finally {
            lock.unlock();
        }
    }

    private void end(Connection connection) {
        onClosed(connection);
        connection.getEndPoint().close();
    }
}
