package dev.sluice.app.port;

import dev.sluice.app.config.Network;
import dev.sluice.app.config.Origins;
import dev.sluice.app.config.Origins.Header;
import dev.sluice.app.config.Origins.Origin;
import dev.sluice.relay.ClientAddress;
import dev.sluice.relay.Relay;
import dev.sluice.relay.TurnedAway;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets clients in, or tells them in HTTP why not. */
final class Admission {

    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);

    private static final String RETRY_AFTER_SECONDS = "60";

    private final Relay relay;
    private final Origins origins;
    private final AtomicBoolean warned = new AtomicBoolean();

    Admission(Relay relay, Origins origins) {
        this.relay = relay;
        this.origins = origins;
    }

    /** Where a client that may come in comes from; empty when it was turned away and has its answer. */
    Optional<ClientAddress> admit(Request request, Response response, Callback callback) {
        ClientAddress address = address(request);
        Optional<TurnedAway> turnedAway = relay.turnsAway(address);
        turnedAway.ifPresent(why -> {
            LOG.debug("{} is turned away: {}", address, why.text());
            response.setStatus(why.full() ? HttpStatus.SERVICE_UNAVAILABLE_503 : HttpStatus.TOO_MANY_REQUESTS_429);
            response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_AFTER_SECONDS);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
            Content.Sink.write(response, true, why.text() + "\n", callback);
        });
        return turnedAway.isPresent() ? Optional.empty() : Optional.of(address);
    }

    private ClientAddress address(Request request) {
        SocketAddress peer = request.getConnectionMetaData().getRemoteSocketAddress();
        if (!(peer instanceof InetSocketAddress socket) || socket.getAddress() == null) {
            return new ClientAddress(String.valueOf(peer), String.valueOf(peer), false);
        }
        HttpFields headers = request.getHeaders();
        boolean forwarded =
                headers.contains(Header.X_FORWARDED_FOR.text()) || headers.contains(Header.FORWARDED.text());
        Origin origin = origins.origin(
                socket.getAddress(), headers.getValuesList(origins.header().text()), forwarded);
        if (origin.stranger() && origins.trusts(socket.getAddress()) && !warned.getAndSet(true)) {
            LOG.warn(
                    "{} speaks for others: if it is your proxy, name it in trusted_proxies, or all its clients count as one",
                    socket.getAddress().getHostAddress());
        }
        InetAddress client = origin.address();
        boolean direct = client.equals(socket.getAddress());
        String text = direct ? client.getHostAddress() + ":" + socket.getPort() : client.getHostAddress();
        return new ClientAddress(text, Network.counted(client), origin.trusted());
    }
}
