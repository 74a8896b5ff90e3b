package dev.sluice.app.port;

import dev.sluice.app.page.Page;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Pages for the operator on a TCP port of their own. */
public final class StatusPort implements AutoCloseable {

    private final Server server;
    private final ServerConnector connector;

    private StatusPort(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * Opens the port.
     *
     * @param pages what answers, by path
     * @throws IOException the address can't be listened on
     */
    public static StatusPort open(InetSocketAddress address, Map<String, Page> pages) throws IOException {
        Server server = new Server(RelayPort.threads("status"));
        ServerConnector connector = RelayPort.connector(server, address);
        server.addConnector(connector);
        server.setHandler(PageHandler.alone(pages));
        RelayPort.start(server, address);
        return new StatusPort(server, connector);
    }

    /** The port that is listened on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Closes the port. Idempotent. */
    @Override
    public void close() {
        RelayPort.stop(server);
    }
}
