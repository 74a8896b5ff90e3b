package dev.sluice.app.config;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Where a server listens. An IPv6 host stands without its brackets; port 0 asks the system for a free one. */
public record ListenAddress(String host, int port) {

    /** Where the relay listens unless told otherwise. */
    public static final ListenAddress RELAY = new ListenAddress("127.0.0.1", 7447);

    /** Where the operator's pages are unless told otherwise. */
    public static final ListenAddress STATUS = new ListenAddress("127.0.0.1", 7449);

    /** Reads {@code HOST:PORT} or {@code [IPv6]:PORT}; other text is an {@link IllegalArgumentException}. */
    public static ListenAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("write an IPv6 address as [ADDRESS]:PORT, not " + text);
        }
        if (host.isEmpty()) {
            throw new IllegalArgumentException("expected HOST:PORT, for example 127.0.0.1:7447, not " + text);
        }
        return new ListenAddress(host, port(text.substring(colon + 1)));
    }

    /** The address to bind; asks the resolver when the host is a name. */
    public InetSocketAddress socketAddress() {
        return new InetSocketAddress(host, port);
    }

    /** Whether only this machine can reach it. A name that can't be resolved is not. */
    public boolean loopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    private static int port(String text) {
        boolean digits = !text.isEmpty() && text.length() <= 5 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = digits ? Integer.parseInt(text) : -1;
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("not a port: '" + text + "'");
        }
        return port;
    }
}
