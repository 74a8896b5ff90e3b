package dev.sluice.app.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signal that tells a service to read its configuration again (SIGHUP). Java has no public way to take it, but every
 * JDK has one (module jdk.unsupported); where it is missing the signal ends the process, as ever.
 */
final class Hangup {

    private static final Logger LOG = LoggerFactory.getLogger(Hangup.class);

    private Hangup() {}

    /** Does something, on a thread of its own, whenever the signal comes. */
    static void heed(Runnable work) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object heeding = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getDeclaringClass() == Object.class) {
                            return method.invoke(work, arguments);
                        }
                        work.run();
                        return null;
                    });
            var unused = signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), heeding);
        } catch (InvocationTargetException | IllegalArgumentException e) {
            LOG.debug("SIGHUP can't be taken here", e);
        } catch (ReflectiveOperationException e) {
            LOG.debug("this Java has no signals", e);
        }
    }
}
