package dev.sluice.budget;

import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which sizes of message a relay has taken, and whether it has hung up on a larger one: many relays cut the connection
 * instead of saying that a message is too big. It belongs to the relay and outlives its connections. Any thread may use
 * it.
 */
public final class MessageSizes {
    /** No relay that was read takes less than 65,536 bytes; a smaller message was cut off by chance. */
    static final int LEAST_SUSPECT = 16 * 1024;

    private static final int NONE = Integer.MAX_VALUE;

    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger(NONE);

    /** A message of so many bytes was answered. */
    public void taken(int bytes) {
        taken.accumulateAndGet(bytes, Math::max);
    }

    /** The connection was cut right after a message of so many bytes, which has had no answer. */
    public void cutAfter(int bytes) {
        if (bytes >= LEAST_SUSPECT && bytes > taken.get()) {
            refused.accumulateAndGet(bytes, Math::min);
        }
    }

    /** The size that was found too big since the last call, if there was one. */
    public OptionalInt takeRefused() {
        int bytes = refused.getAndSet(NONE);
        return bytes == NONE ? OptionalInt.empty() : OptionalInt.of(bytes);
    }
}
