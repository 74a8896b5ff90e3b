package dev.sluice.app.port;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/** Pings a client, and disconnects one from which nothing has come for two intervals. */
final class Pulse {

    /** After so many intervals without a sign a client is gone. */
    static final int SILENT_INTERVALS = 2;

    private final Scheduler scheduler;
    private final long intervalSeconds;
    private final AtomicInteger silent = new AtomicInteger();
    private volatile boolean stopped;
    private volatile Scheduler.@Nullable Task next;

    Pulse(Scheduler scheduler, long intervalSeconds) {
        this.scheduler = scheduler;
        this.intervalSeconds = intervalSeconds;
    }

    void start(Session session) {
        next = scheduler.schedule(() -> tick(session), intervalSeconds, TimeUnit.SECONDS);
        if (stopped) {
            stop();
        }
    }

    /** Something came from the client. */
    void beat() {
        silent.set(0);
    }

    void stop() {
        stopped = true;
        Scheduler.@Nullable Task task = next;
        if (task != null) {
            task.cancel();
        }
    }

    private void tick(Session session) {
        if (silent.incrementAndGet() > SILENT_INTERVALS) {
            session.disconnect();
            return;
        }
        session.sendPing(ByteBuffer.allocate(0), Callback.NOOP);
        if (!stopped) {
            start(session);
        }
    }
}
