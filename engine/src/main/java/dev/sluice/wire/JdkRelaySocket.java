package dev.sluice.wire;

import dev.sluice.time.Time;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The JDK's WebSocket as blocking calls. The reader pings and watches for silence while it waits: no further thread. */
final class JdkRelaySocket implements RelaySocket {

    /** The JDK would wait for ever for a peer that does not read. */
    static final Duration SEND_TIMEOUT = Duration.ofSeconds(30);

    private static final End BY_US = new End(Cause.CLOSED_BY_US, WebSocket.NORMAL_CLOSURE, "closed by us");

    private final WebSocket webSocket;
    private final Inbox inbox;
    private final Time time;
    private final Duration sendTimeout;

    /** The queue of senders, held across the send on purpose: the JDK takes one message at a time. */
    private final ReentrantLock sending = new ReentrantLock(true);

    // reader thread only
    private final Pulse pulse;
    private CompletableFuture<?> ping = CompletableFuture.completedFuture(null);

    JdkRelaySocket(WebSocket webSocket, Inbox inbox, Time time, Duration sendTimeout) {
        this.webSocket = webSocket;
        this.inbox = inbox;
        this.time = time;
        this.sendTimeout = sendTimeout;
        this.pulse = new Pulse(time.nanos());
    }

    @Override
    public Received receive() throws InterruptedException {
        pulse.listening(time.nanos());
        Received received = next();
        while (received == null) {
            received = next();
        }
        InboxListener.request(webSocket, inbox.refilled());
        return received;
    }

    @Override
    public boolean send(String text) {
        sending.lock();
        try {
            return !inbox.ended().isDone() && sent(webSocket.sendText(text, true));
        } finally {
            sending.unlock();
        }
    }

    /** Output closes at once, input only when the peer answers, which may be never. */
    @Override
    public void close(Duration patience) {
        InboxListener.request(webSocket, inbox.discard());
        webSocket
                .sendClose(WebSocket.NORMAL_CLOSURE, "")
                .thenCompose(sent -> inbox.ended())
                .orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
                .handle((end, failed) -> end)
                .join();
        abort();
    }

    @Override
    public void abort() {
        over(BY_US);
    }

    /** What is there or comes before the next moment of the pulse. */
    private @Nullable Received next() throws InterruptedException {
        long now = time.nanos();
        long heard = inbox.heardNanos();
        if (pulse.silent(now, heard)) {
            over(new End(Cause.SILENT, InboxListener.NO_CLOSE_FRAME, "nothing came for two ping intervals"));
        } else if (pulse.pingDue(now, heard)) {
            ping(now);
        }
        return inbox.await(pulse.deadline(heard));
    }

    /** One ping at a time is all the JDK takes; behind a stuck send it would stay unanswered anyway. */
    private void ping(long now) {
        pulse.pinged(now);
        if (ping.isDone()) {
            ping = webSocket.sendPing(ByteBuffer.allocate(0)).whenComplete((sent, failed) -> overWhen(failed));
        }
    }

    private void overWhen(@Nullable Throwable failed) {
        if (failed != null) {
            over(cut(failed));
        }
    }

    /** join() ignores interrupts: a message that the JDK has begun must end before the next one. */
    private boolean sent(CompletableFuture<WebSocket> send) {
        try {
            send.orTimeout(sendTimeout.toNanos(), TimeUnit.NANOSECONDS).join();
            return true;
        } catch (CompletionException failed) {
            over(endOf(failed));
            return false;
        }
    }

    private static End endOf(CompletionException failed) {
        boolean slow = failed.getCause() instanceof TimeoutException;
        return slow
                ? new End(Cause.SEND_TIMEOUT, InboxListener.NO_CLOSE_FRAME, "the peer does not read")
                : cut(failed.getCause());
    }

    private static End cut(@Nullable Throwable failed) {
        return new End(Cause.CUT, InboxListener.NO_CLOSE_FRAME, DialFailure.words(failed));
    }

    /** The end goes in before the cut: abort() calls no listener, and the reader would wait for ever. */
    private void over(End end) {
        inbox.end(end);
        webSocket.abort();
    }
}
