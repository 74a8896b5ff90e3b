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
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** How fast all events of a served archive come by one REQ. Arguments: the relay's URL, how many there are. */
public final class LargeAnswer {

    private static final int TURNS = 3;

    private final URI relay;
    private final int events;

    private LargeAnswer(URI relay, int events) {
        this.relay = relay;
        this.events = events;
    }

    /** Prints events per second, alone and beside a client that asks for the same and reads nothing. */
    public static void main(String[] arguments) throws InterruptedException {
        LargeAnswer answer = new LargeAnswer(URI.create(arguments[0]), Integer.parseInt(arguments[1]));
        try (JdkDialer dialer = JdkDialer.open(AddressGuard.none(), Time.system(), "Sluice-Bench")) {
            answer.turns(dialer, "alone");
            RelaySocket silent = answer.ask(dialer);
            answer.turns(dialer, "beside a client that reads nothing");
            silent.abort();
        }
    }

    private void turns(JdkDialer dialer, String how) throws InterruptedException {
        for (int turn = 1; turn <= TURNS; turn++) {
            long start = System.nanoTime();
            RelaySocket socket = ask(dialer);
            long characters = read(socket);
            double seconds = (System.nanoTime() - start) / 1e9;
            socket.abort();
            System.out.printf(
                    Locale.ROOT,
                    "%s, turn %d: %,d events and the EOSE in %.2f s: %,.0f events/s, %.1f MB/s%n",
                    how,
                    turn,
                    events,
                    seconds,
                    events / seconds,
                    characters / seconds / 1e6);
        }
    }

    private RelaySocket ask(JdkDialer dialer) throws InterruptedException {
        RelaySocket socket = ((Connected) dialer.dial(relay)).socket();
        Filter all = Filter.ALL.withLimit(OptionalInt.of(events));
        socket.send(Codec.encode(new ClientMessage.Req(new SubscriptionId("all"), List.of(all))));
        return socket;
    }

    /** Reads up to the EOSE; how many characters the events had. */
    private long read(RelaySocket socket) throws InterruptedException {
        long characters = 0;
        int came = 0;
        String text = ((Text) socket.receive()).text();
        while (text.startsWith("[\"EVENT\"")) {
            came++;
            characters += text.length();
            text = ((Text) socket.receive()).text();
        }
        if (came != events || !text.startsWith("[\"EOSE\"")) {
            throw new IllegalStateException(came + " events, then " + text);
        }
        return characters;
    }
}
