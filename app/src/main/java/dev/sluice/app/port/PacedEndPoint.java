package dev.sluice.app.port;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;

/**
 * A TCP connection that reads only when it is its client's turn. Jetty unmasks and decodes on the thread that reads, and a
 * client that sends without end would keep that thread, and the core under it, from all others.
 */
final class PacedEndPoint extends SocketChannelEndPoint {

    private volatile @Nullable ClientEndpoint client;

    private PacedEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Server server) {
        super(channel, selector, key, server.getScheduler());
    }

    /** A connector whose connections are paced once they belong to a client. */
    static ServerConnector connector(Server server, HttpConnectionFactory http) {
        return new ServerConnector(server, http) {
            @Override
            protected SocketChannelEndPoint newEndPoint(
                    SocketChannel channel, ManagedSelector selector, SelectionKey key) {
                PacedEndPoint endPoint = new PacedEndPoint(channel, selector, key, server);
                endPoint.setIdleTimeout(getIdleTimeout());
                return endPoint;
            }
        };
    }

    /** From now on it is a client's. */
    void belongsTo(ClientEndpoint owner) {
        client = owner;
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        @Nullable ClientEndpoint owner = client;
        if (owner == null) {
            return super.fill(buffer);
        }
        owner.readingBegins();
        int filled = 0;
        try {
            filled = super.fill(buffer);
            return filled;
        } finally {
            if (filled <= 0) {
                owner.readingEnds();
            }
        }
    }
}
