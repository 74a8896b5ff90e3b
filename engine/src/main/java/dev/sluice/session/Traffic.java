package dev.sluice.session;

import dev.sluice.nostr.Utf8;
import java.util.concurrent.atomic.LongAdder;

/** What has gone over one connection, as text. Any thread may count and read. */
public final class Traffic {
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();

    void received(String text) {
        received.add(Utf8.length(text));
    }

    void sent(String text) {
        sent.add(Utf8.length(text));
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
