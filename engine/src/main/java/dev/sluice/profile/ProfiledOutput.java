package dev.sluice.profile;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.relay.ClientOutput;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The way to a client, for what the relay below says and for what the profile adds or keeps back. */
final class ProfiledOutput implements ClientOutput {
    private static final String EOSE = "[\"EOSE\"";
    private static final String NEG_ERR = "[\"NEG-ERR\"";

    private final ClientOutput client;
    private final BooleanSupplier keepsEose;
    private final Consumer<SubscriptionId> negentropyEnded;

    /** The queue of senders: held while a message is written. */
    private final ReentrantLock sending = new ReentrantLock(true);

    private volatile boolean over;

    /**
     * An output.
     *
     * @param keepsEose whether an EOSE that is about to leave must not; asked on the receiving thread
     * @param negentropyEnded hears of sessions that the relay below ends; called on the receiving thread
     */
    ProfiledOutput(ClientOutput client, BooleanSupplier keepsEose, Consumer<SubscriptionId> negentropyEnded) {
        this.client = client;
        this.keepsEose = keepsEose;
        this.negentropyEnded = negentropyEnded;
    }

    @Override
    public boolean send(String text) {
        if (text.startsWith(EOSE) && keepsEose.getAsBoolean()) {
            return !over;
        }
        if (text.startsWith(NEG_ERR)
                && Codec.relayMessage(text)
                        instanceof Decoded.Message<RelayMessage>(RelayMessage.NegErr(var id, var why, var cap))) {
            negentropyEnded.accept(id);
        }
        sending.lock();
        try {
            return !over && client.send(text);
        } finally {
            sending.unlock();
        }
    }

    @CanIgnoreReturnValue
    boolean send(RelayMessage message) {
        return send(Codec.encode(message));
    }

    boolean isOver() {
        return over;
    }

    @Override
    public void end(String reason) {
        over = true;
        client.end(reason);
    }

    @Override
    public void end(int code, String reason) {
        over = true;
        client.end(code, reason);
    }

    @Override
    public void cut() {
        over = true;
        client.cut();
    }
}
