package dev.sluice.wire;

import dev.sluice.task.TaskScope;
import dev.sluice.wire.PipeSocket.Peer;
import java.net.URI;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Dials in-memory relays. Each connection either runs a script on a thread of its own, which hangs up when it returns, or
 * is taken by the test with {@link #accept}.
 */
public final class PipeDialer implements Dialer, AutoCloseable {

    private final TaskScope scripts = TaskScope.open("pipe");
    private final BlockingQueue<Peer> accepted = new LinkedBlockingQueue<>();
    private final Queue<Dialed.Failed> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger dials = new AtomicInteger();
    private final Script script;
    private volatile Fetched information = new Fetched.Absent("none");

    /** Connections wait for {@link #accept}. */
    public PipeDialer() {
        this.script = accepted::put;
    }

    private PipeDialer(Script script) {
        this.script = peer -> {
            try {
                script.run(peer);
            } finally {
                peer.hangUp();
            }
        };
    }

    /** Every connection runs the script; {@link Peer#relay} tells which relay it plays. */
    public static PipeDialer serving(Script script) {
        return new PipeDialer(script);
    }

    /** The next dials fail like this, in this order. */
    public PipeDialer failing(Dialed.Failed... next) {
        failures.addAll(List.of(next));
        return this;
    }

    /** What the relays say of themselves from now on. */
    public PipeDialer information(String json) {
        information = new Fetched.Document(json, OptionalLong.empty());
        return this;
    }

    /** Blocks until the engine has dialled. */
    public Peer accept() throws InterruptedException {
        return accepted.take();
    }

    /** Dials so far, the failed ones too. */
    public int dials() {
        return dials.get();
    }

    @Override
    public Dialed dial(URI relay) {
        dials.incrementAndGet();
        Dialed.Failed failure = failures.poll();
        if (failure != null) {
            return failure;
        }
        PipeSocket socket = PipeSocket.open(relay);
        scripts.fork(relay.getHost(), () -> {
            script.run(socket.peer());
            return null;
        });
        return new Dialed.Connected(socket);
    }

    @Override
    public Fetched information(URI relay) {
        return information;
    }

    /** The first exception that a script threw fails the test that asks. */
    public void scriptsHeld() throws InterruptedException {
        scripts.join();
    }

    @Override
    public void close() {
        scripts.close();
    }

    /** What a relay does on one connection. */
    public interface Script {
        void run(Peer peer) throws Exception;
    }
}
