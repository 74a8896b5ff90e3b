package dev.sluice.wire;

import java.io.IOException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The JDK's side of a socket as it was measured: one send at a time, an abort that fails it and calls no listener. */
final class FakeWebSocket implements WebSocket {

    final List<String> sent = new CopyOnWriteArrayList<>();
    final AtomicLong demand = new AtomicLong();
    final AtomicInteger pings = new AtomicInteger();
    volatile boolean stuck;
    volatile boolean broken;
    volatile boolean answersClose;
    volatile boolean aborted;
    volatile InboxListener listener;
    private volatile CompletableFuture<WebSocket> pending = CompletableFuture.completedFuture(this);

    @Override
    public CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
        if (aborted) {
            return CompletableFuture.failedFuture(new IOException("Output closed"));
        }
        if (!pending.isDone()) {
            return CompletableFuture.failedFuture(new IllegalStateException("Send pending"));
        }
        sent.add(data.toString());
        pending = stuck ? new CompletableFuture<>() : CompletableFuture.completedFuture(this);
        return pending;
    }

    @Override
    public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
        return CompletableFuture.failedFuture(new IllegalStateException("no binary here"));
    }

    @Override
    public CompletableFuture<WebSocket> sendPing(ByteBuffer message) {
        pings.incrementAndGet();
        return broken
                ? CompletableFuture.failedFuture(new IOException("closed output"))
                : CompletableFuture.completedFuture(this);
    }

    @Override
    public CompletableFuture<WebSocket> sendPong(ByteBuffer message) {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public CompletableFuture<WebSocket> sendClose(int code, String reason) {
        if (answersClose) {
            listener.onClose(this, code, reason);
        }
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void request(long n) {
        if (n <= 0) {
            throw new IllegalArgumentException("demand of " + n);
        }
        demand.addAndGet(n);
    }

    @Override
    public String getSubprotocol() {
        return "";
    }

    @Override
    public boolean isOutputClosed() {
        return aborted;
    }

    @Override
    public boolean isInputClosed() {
        return aborted;
    }

    @Override
    public void abort() {
        aborted = true;
        pending.completeExceptionally(new IOException("Output closed"));
    }
}
