package dev.sluice.wire;

import dev.sluice.time.Time;
import dev.sluice.wire.Clearance.Answer.Clear;
import dev.sluice.wire.Clearance.Answer.Refused;
import dev.sluice.wire.Dialer.Dialed.Connected;
import dev.sluice.wire.Dialer.Dialed.Failed;
import dev.sluice.wire.Dialer.Fetched.Absent;
import dev.sluice.wire.Dialer.Fetched.Document;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Dials with the JDK's client. One for the process: each client has a selector thread of its own. Abort the sockets
 * before closing it.
 */
public final class JdkDialer implements Dialer, AutoCloseable {

    /**
     * The longest message that is accepted. strfry answers negentropy with up to 1,000,000 hex characters whatever its
     * message limit, and events of a megabyte are about.
     */
    public static final int MESSAGE_CHARS = 4 * 1024 * 1024;

    static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(15);
    static final Duration INFORMATION_TIMEOUT = Duration.ofSeconds(5);
    static final int INFORMATION_BYTES = 64 * 1024;

    private static final Duration SHUTDOWN = Duration.ofSeconds(5);

    /** The JDK dials again by itself when a peer cuts before its answer; how often, it reads once. */
    private static final String RETRY_LIMIT = "jdk.httpclient.redirects.retrylimit";

    private final HttpClient client;
    private final Clearance clearance;
    private final Time time;
    private final String agent;
    private final int messageChars;

    private JdkDialer(HttpClient client, Clearance clearance, Time time, String agent, int messageChars) {
        this.client = client;
        this.clearance = clearance;
        this.time = time;
        this.agent = agent;
        this.messageChars = messageChars;
    }

    /**
     * A dialer over a client of its own.
     *
     * @param agent what relays read as User-Agent
     */
    public static JdkDialer open(AddressGuard guard, Time time, String agent) {
        return open(guard, time, agent, MESSAGE_CHARS);
    }

    /**
     * The same with a bound of its own.
     *
     * @param messageChars the longest message that is taken from a relay; a longer one ends the connection
     */
    public static JdkDialer open(AddressGuard guard, Time time, String agent, int messageChars) {
        System.setProperty(RETRY_LIMIT, "1");
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(HANDSHAKE_TIMEOUT)
                .build();
        return new JdkDialer(client, new Clearance(guard), time, agent, messageChars);
    }

    @Override
    public Dialed dial(URI relay) throws InterruptedException {
        return switch (clearance.of(relay)) {
            case Refused(String why) -> new Failed(Failure.REFUSED_ADDRESS, 0, 0, why);
            case Clear clear -> dial(relay, clear);
        };
    }

    private Dialed dial(URI relay, Clear clear) throws InterruptedException {
        Inbox inbox = new Inbox(time, messageChars);
        CompletableFuture<WebSocket> opening = opening(relay, inbox);
        try {
            WebSocket webSocket = opening.get();
            clear.close();
            return new Connected(new JdkRelaySocket(webSocket, inbox, time, JdkRelaySocket.SEND_TIMEOUT));
        } catch (ExecutionException failed) {
            clear.close();
            return clear.heldBack()
                    ? new Failed(Failure.REFUSED_ADDRESS, 0, 0, Clearance.HELD_BACK)
                    : DialFailure.of(failed.getCause());
        } catch (InterruptedException cancelled) {
            CompletableFuture<WebSocket> unused = opening.whenComplete((late, failure) -> giveUp(late, clear));
            throw cancelled;
        }
    }

    @Override
    public Fetched information(URI relay) throws InterruptedException {
        return switch (clearance.of(relay)) {
            case Refused(String why) -> new Absent(why);
            case Clear clear -> information(relay, clear);
        };
    }

    private Fetched information(URI relay, Clear clear) throws InterruptedException {
        try (clear) {
            Fetched fetched = document(informationRequest(relay));
            return fetched instanceof Absent && clear.heldBack() ? new Absent(Clearance.HELD_BACK) : fetched;
        } catch (IllegalArgumentException unusable) {
            return new Absent(DialFailure.words(unusable));
        }
    }

    /** Ends the client and every socket that was left open. Blocks a few seconds at most. */
    @Override
    public void close() {
        client.shutdownNow();
        try {
            client.awaitTermination(SHUTDOWN);
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }

    /** What nobody waits for any more may still open. */
    private static void giveUp(@Nullable WebSocket late, Clear clear) {
        clear.close();
        if (late != null) {
            late.abort();
        }
    }

    private CompletableFuture<WebSocket> opening(URI relay, Inbox inbox) {
        return client.newWebSocketBuilder()
                .connectTimeout(HANDSHAKE_TIMEOUT)
                .header("User-Agent", agent)
                .buildAsync(relay, new InboxListener(inbox));
    }

    private HttpRequest informationRequest(URI relay) {
        return HttpRequest.newBuilder(http(relay))
                .header("Accept", "application/nostr+json")
                .header("User-Agent", agent)
                .timeout(INFORMATION_TIMEOUT)
                .build();
    }

    private Fetched document(HttpRequest request) throws InterruptedException {
        CompletableFuture<HttpResponse<String>> call =
                client.sendAsync(request, answer -> new CappedBody(INFORMATION_BYTES));
        try {
            return document(call.get(INFORMATION_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException failed) {
            return new Absent(DialFailure.words(failed.getCause()));
        } catch (TimeoutException slow) {
            return new Absent("no answer within " + INFORMATION_TIMEOUT.toSeconds() + " s");
        } finally {
            giveUp(call);
        }
    }

    /** Ends an exchange that nobody waits for any more. */
    @SuppressWarnings("Interruption") // without true the JDK lets the exchange go on; no thread is interrupted
    private static void giveUp(CompletableFuture<?> call) {
        call.cancel(true);
    }

    private static Fetched document(HttpResponse<String> answer) {
        return answer.statusCode() == 200
                ? new Document(answer.body(), HttpDate.of(answer.headers()))
                : new Absent("HTTP " + answer.statusCode());
    }

    /** A relay's document lives at its own address, spoken to in HTTP. */
    private static URI http(URI relay) {
        String text = relay.toString();
        return text.startsWith("ws") ? URI.create("http" + text.substring(2)) : relay;
    }
}
