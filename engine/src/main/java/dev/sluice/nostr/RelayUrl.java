package dev.sluice.nostr;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a relay in the one spelling that is compared and stored: lower-case scheme and host, non-ASCII hosts in
 * their ASCII form, no default port, no slash at the end of the path, no user info, no fragment.
 *
 * @param scheme {@code ws} or {@code wss}
 * @param host an IPv6 literal keeps its brackets
 * @param port the port that is dialled, the scheme's own when the text named none
 * @param resource path and query: "" or what begins with a slash or a question mark
 */
public record RelayUrl(String scheme, String host, int port, String resource) implements Comparable<RelayUrl> {

    /** Longer texts are no addresses: what servers take at most in a request line is about this long. */
    private static final int MAX_LENGTH = 2_048;

    private static final int MAX_PORT = 65_535;
    private static final int WS_PORT = 80;
    private static final int WSS_PORT = 443;
    private static final Pattern PARTS = Pattern.compile("([A-Za-z]+)://([^/?#]+)([^?#]*)(\\?[^#]*)?(#.*)?");
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:@\\[\\]]+)(?::([0-9]{0,5}))?");
    private static final Pattern LOOPBACK = Pattern.compile("(?:localhost|127\\.[0-9.]+|\\[::1])(?:[:/?].*)?");

    public RelayUrl {
        boolean right = (scheme.equals("ws") || scheme.equals("wss"))
                && !host.isEmpty()
                && port > 0
                && port <= MAX_PORT
                && (resource.isEmpty() || resource.startsWith("/") || resource.startsWith("?"));
        if (!right) {
            throw new IllegalArgumentException(scheme + " " + host + " " + port + " " + resource);
        }
    }

    /** Reads a {@code ws://} or {@code wss://} address as events and relay lists hold it; empty when it is none. */
    public static Optional<RelayUrl> parse(String text) {
        Matcher parts = PARTS.matcher(text.strip());
        // the JDK's URI fails on lone surrogates with a null pointer
        if (text.length() > MAX_LENGTH || !Json.isWellFormed(text) || !parts.matches()) {
            return Optional.empty();
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        Matcher authority = AUTHORITY.matcher(parts.group(2));
        if (!(scheme.equals("ws") || scheme.equals("wss")) || !authority.matches()) {
            return Optional.empty();
        }
        String query = parts.group(4) == null ? "" : parts.group(4);
        return of(scheme, authority, withoutSlash(parts.group(3)) + query);
    }

    /**
     * Reads what a person types: a relay address, one with {@code http} or {@code https}, or a bare host with or without
     * port, which means {@code wss} except for this very machine.
     */
    public static Optional<RelayUrl> ofUser(String text) {
        String typed = text.strip();
        if (typed.regionMatches(true, 0, "http", 0, 4) && typed.contains("://")) {
            return parse("ws" + typed.substring(4));
        }
        if (typed.contains("://")) {
            return parse(typed);
        }
        boolean loopback = LOOPBACK.matcher(typed.toLowerCase(Locale.ROOT)).matches();
        return parse((loopback ? "ws://" : "wss://") + typed);
    }

    private static Optional<RelayUrl> of(String scheme, Matcher authority, String resource) {
        int own = ownPort(scheme);
        String digits = authority.group(2);
        int port = digits == null || digits.isEmpty() ? own : Integer.parseInt(digits);
        if (port < 1 || port > MAX_PORT) {
            return Optional.empty();
        }
        try {
            String host = ascii(authority.group(1));
            String suffix = port == own ? "" : ":" + port;
            URI uri = new URI(scheme + "://" + host + suffix + resource);
            if (uri.getHost() == null) {
                return Optional.empty();
            }
            String rest = new URI(uri.toASCIIString()).toString().substring((scheme + "://" + host + suffix).length());
            return Optional.of(new RelayUrl(scheme, host, port, rest));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String ascii(String host) {
        if (host.startsWith("[")) {
            return host.toLowerCase(Locale.ROOT);
        }
        String ascii = IDN.toASCII(host).toLowerCase(Locale.ROOT);
        return ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
    }

    private static String withoutSlash(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    private static int ownPort(String scheme) {
        return scheme.equals("ws") ? WS_PORT : WSS_PORT;
    }

    /** The address to dial. */
    public URI uri() {
        return URI.create(toString());
    }

    /** Where the relay's information document is (NIP-11): the same address by {@code http} or {@code https}. */
    public String httpUrl() {
        return "http" + toString().substring(2);
    }

    @Override
    public int compareTo(RelayUrl other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return scheme + "://" + host + (port == ownPort(scheme) ? "" : ":" + port) + resource;
    }
}
