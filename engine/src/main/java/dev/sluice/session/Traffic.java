package dev.sluice.session;

import java.util.concurrent.atomic.LongAdder;

/** What has gone over one connection, as text. Any thread may count and read. */
public final class Traffic {
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();

    void received(int bytes) {
        received.add(bytes);
    }

    void sent(int bytes) {
        sent.add(bytes);
    }

    /** Bytes of the messages that came. */
    public long bytesReceived() {
        return received.sum();
    }

    /** Bytes of the messages that were sent. */
    public long bytesSent() {
        return sent.sum();
    }
}
