package dev.sluice.app.port;

import dev.sluice.app.page.Page;
import dev.sluice.relay.Limit;
import dev.sluice.relay.Relay;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

/**
 * The relay on a TCP port: WebSocket with permessage-deflate on every path, each connection served on virtual threads, and
 * a few pages over HTTP.
 */
public final class RelayPort implements AutoCloseable {

    /** Beyond the advertised limit, so that the relay itself can refuse a long message with words. */
    private static final int MESSAGE_MARGIN_BYTES = 64 << 10;
    /** How long open connections have to end at a stop. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    /** Beyond what silence a pulse endures, so that the pulse decides. */
    private static final Duration IDLE_MARGIN = Duration.ofSeconds(40);

    private final Server server;
    private final ServerConnector connector;
    private final Handshakes handshakes;

    private RelayPort(Server server, ServerConnector connector, Handshakes handshakes) {
        this.server = server;
        this.connector = connector;
        this.handshakes = handshakes;
    }

    /**
     * Opens the port.
     *
     * @param pages what answers over HTTP, by path
     * @throws IOException the address can't be listened on
     */
    public static RelayPort open(InetSocketAddress address, Relay relay, Map<String, Page> pages, PortOptions options)
            throws IOException {
        Server server = new Server(threads("port"));
        ServerConnector connector = listening(PacedEndPoint.connector(server, http()), address);
        Handshakes handshakes = new Handshakes(server.getScheduler(), options.limits());
        connector.addBean(handshakes);
        server.addConnector(connector);
        WebSocketUpgradeHandler sockets = WebSocketUpgradeHandler.from(
                server, container -> configure(container, server.getScheduler(), relay, options));
        server.setHandler(PageHandler.beside(sockets, pages));
        server.setStopTimeout(STOP_TIMEOUT.toMillis());
        start(server, address);
        return new RelayPort(server, connector, handshakes);
    }

    /** Connections that have not become clients yet. */
    public int handshakes() {
        return handshakes.size();
    }

    /** The port that is listened on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Ends all connections and closes the port. Idempotent. */
    @Override
    public void close() {
        stop(server);
    }

    static void stop(Server server) {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the port did not stop", e);
        }
    }

    static void start(Server server, InetSocketAddress address) throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            throw new IOException("can't listen on " + address + ": " + e.getMessage(), e);
        } catch (Exception e) {
            throw new IllegalStateException("the port did not start", e);
        }
    }

    /** The few threads that wait for sockets; each request runs on a virtual one. */
    static QueuedThreadPool threads(String name) {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setName(name);
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor(name + "/client-"));
        return threads;
    }

    static ServerConnector connector(Server server, InetSocketAddress address) {
        return listening(new ServerConnector(server, http()), address);
    }

    private static HttpConnectionFactory http() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        return new HttpConnectionFactory(http);
    }

    private static ServerConnector listening(ServerConnector connector, InetSocketAddress address) {
        connector.setHost(address.getHostString());
        connector.setPort(address.getPort());
        return connector;
    }

    private static void configure(
            ServerWebSocketContainer container, Scheduler scheduler, Relay relay, PortOptions options) {
        int maxBytes = relay.messageBytes() + MESSAGE_MARGIN_BYTES;
        container.setMaxTextMessageSize(maxBytes);
        container.setMaxFrameSize(maxBytes);
        long silentSeconds = options.limits().of(Limit.PING_SECONDS) * Pulse.SILENT_INTERVALS;
        container.setIdleTimeout(IDLE_MARGIN.plusSeconds(silentSeconds));
        Admission admission = new Admission(relay, options.origins());
        container.addMapping(
                "/*",
                (request, response, callback) -> admission
                        .admit(request, response, callback)
                        .map(address ->
                                endpoint(request, new ClientEndpoint(relay, address, scheduler, options.limits())))
                        .orElse(null));
    }

    private static ClientEndpoint endpoint(Request request, ClientEndpoint endpoint) {
        if (request.getConnectionMetaData().getConnection().getEndPoint() instanceof PacedEndPoint paced) {
            paced.belongsTo(endpoint);
        }
        return endpoint;
    }
}
