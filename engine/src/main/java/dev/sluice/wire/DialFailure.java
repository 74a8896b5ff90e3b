package dev.sluice.wire;

import dev.sluice.wire.Dialer.Dialed.Failed;
import dev.sluice.wire.Dialer.Failure;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocketHandshakeException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Reads what the JDK throws when a dial fails. */
final class DialFailure {

    private DialFailure() {}

    static Failed of(@Nullable Throwable thrown) {
        if (thrown instanceof WebSocketHandshakeException refused && refused.getResponse() != null) {
            return answered(refused.getResponse());
        }
        return new Failed(kind(thrown), 0, 0, words(thrown));
    }

    /** Words for a person: of an address without a relay the JDK tells little more than that it has tried again. */
    static String words(@Nullable Throwable thrown) {
        return switch (kind(thrown)) {
            case UNRESOLVED -> "the host has no address";
            case UNREACHABLE -> "nothing answers there";
            default -> message(thrown);
        };
    }

    private static String message(@Nullable Throwable thrown) {
        return causes(thrown)
                .map(Throwable::getMessage)
                .filter(message -> message != null && !message.isBlank())
                .findFirst()
                .orElseGet(() -> thrown == null ? "unknown" : thrown.getClass().getSimpleName());
    }

    private static Failed answered(HttpResponse<?> response) {
        int status = response.statusCode();
        return new Failed(Failure.HANDSHAKE, status, retryAfterSeconds(response), "HTTP " + status);
    }

    /** Seconds, or a date, which is read against the server's own clock. */
    private static long retryAfterSeconds(HttpResponse<?> response) {
        String value = response.headers().firstValue("Retry-After").orElse("").strip();
        if (value.matches("[0-9]{1,9}")) {
            return Long.parseLong(value);
        }
        OptionalLong until = HttpDate.seconds(value);
        OptionalLong now = HttpDate.of(response.headers());
        return until.isPresent() && now.isPresent() ? Math.max(0, until.getAsLong() - now.getAsLong()) : 0;
    }

    private static Failure kind(@Nullable Throwable thrown) {
        return Stream.of(
                        Map.entry(SSLException.class, Failure.TLS),
                        Map.entry(UnresolvedAddressException.class, Failure.UNRESOLVED),
                        Map.entry(UnknownHostException.class, Failure.UNRESOLVED),
                        Map.entry(HttpTimeoutException.class, Failure.TIMEOUT),
                        Map.entry(ConnectException.class, Failure.UNREACHABLE),
                        Map.entry(NoRouteToHostException.class, Failure.UNREACHABLE),
                        Map.entry(IllegalArgumentException.class, Failure.REFUSED_ADDRESS))
                .filter(row -> causes(thrown).anyMatch(row.getKey()::isInstance))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Failure.CUT_IN_HANDSHAKE);
    }

    private static Stream<Throwable> causes(@Nullable Throwable thrown) {
        return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause)
                .limit(8);
    }
}
