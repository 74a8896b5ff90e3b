package dev.sluice.app.port;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.api.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class PulseTest {

    private final List<String> calls = new ArrayList<>();
    private final Session session = (Session) Proxy.newProxyInstance(
            Session.class.getClassLoader(), new Class<?>[] {Session.class}, (proxy, method, arguments) -> {
                calls.add(method.getName());
                return null;
            });
    private final ManualScheduler scheduler = new ManualScheduler();
    private final Pulse pulse = new Pulse(scheduler, 55);

    @Test
    void aSilentClientIsPingedTwiceAndThenDisconnected() {
        pulse.start(session);
        scheduler.run(4);
        assertEquals(List.of("sendPing", "sendPing", "disconnect"), calls);
    }

    @Test
    void whateverComesFromTheClientIsLife() {
        pulse.start(session);
        for (int i = 0; i < 5; i++) {
            scheduler.run(1);
            pulse.beat();
        }
        assertEquals(List.of("sendPing", "sendPing", "sendPing", "sendPing", "sendPing"), calls);
    }

    @Test
    void aStoppedPulseDoesNothing() {
        pulse.start(session);
        pulse.stop();
        scheduler.run(2);
        assertEquals(List.of(), calls);
    }

    /** Runs what was scheduled when it is told to. */
    private static final class ManualScheduler extends AbstractLifeCycle implements Scheduler {

        private final List<Runnable> scheduled = new ArrayList<>();

        @Override
        public Task schedule(Runnable task, long delay, TimeUnit units) {
            scheduled.add(task);
            return () -> scheduled.remove(task);
        }

        void run(int ticks) {
            for (int i = 0; i < ticks && !scheduled.isEmpty(); i++) {
                scheduled.removeFirst().run();
            }
        }
    }
}
