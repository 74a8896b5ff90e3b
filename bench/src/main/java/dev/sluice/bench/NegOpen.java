package dev.sluice.bench;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.time.Time;
import dev.sluice.wire.AddressGuard;
import dev.sluice.wire.Dialer.Dialed.Connected;
import dev.sluice.wire.JdkDialer;
import dev.sluice.wire.RelaySocket;
import dev.sluice.wire.RelaySocket.Received.Text;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;

/** How long a served archive takes from NEG-OPEN for everything to its first NEG-MSG. Argument: the relay's URL. */
public final class NegOpen {

    private static final int WARM = 100;

    /** The first frame of a client that holds nothing: the answer lists as many ids as its frame holds. */
    private static final String NOTHING = "6100000200";

    private NegOpen() {}

    /** Prints the first time, in which the set is read from the archive, and the median and worst of those after it. */
    public static void main(String[] arguments) throws InterruptedException {
        try (JdkDialer dialer = JdkDialer.open(AddressGuard.none(), Time.system(), "Sluice-Bench")) {
            RelaySocket socket = ((Connected) dialer.dial(URI.create(arguments[0]))).socket();
            System.out.printf(Locale.ROOT, "NEG-OPEN for all, cold: %.1f ms%n", millis(socket, 0));
            double[] times = new double[WARM];
            for (int i = 0; i < WARM; i++) {
                times[i] = millis(socket, i + 1);
            }
            System.out.printf(Locale.ROOT, "the next: %.1f ms, %.1f ms, %.1f ms%n", times[0], times[1], times[2]);
            Arrays.sort(times);
            System.out.printf(
                    Locale.ROOT,
                    "%d warm ones: median %.1f ms, worst %.1f ms%n",
                    WARM,
                    times[WARM / 2],
                    times[WARM - 1]);
            socket.abort();
        }
    }

    private static double millis(RelaySocket socket, int turn) throws InterruptedException {
        SubscriptionId id = new SubscriptionId("open" + turn);
        long start = System.nanoTime();
        socket.send(Codec.encode(new ClientMessage.NegOpen(id, Filter.ALL, NOTHING)));
        String answer = ((Text) socket.receive()).text();
        double millis = (System.nanoTime() - start) / 1e6;
        if (!answer.startsWith("[\"NEG-MSG\"")) {
            throw new IllegalStateException(answer);
        }
        socket.send(Codec.encode(new ClientMessage.NegClose(id)));
        return millis;
    }
}
