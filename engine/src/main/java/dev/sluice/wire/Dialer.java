package dev.sluice.wire;

import java.net.URI;
import java.util.OptionalLong;

/** Opens connections to relays and fetches their NIP-11 documents. */
public interface Dialer {

    /** Opens a WebSocket. Blocks at most the handshake timeout. An interrupt gives up and closes what opens later. */
    Dialed dial(URI relay) throws InterruptedException;

    /** How dialling ended. */
    sealed interface Dialed {
        record Connected(RelaySocket socket) implements Dialed {}

        /**
         * @param status the HTTP status when the server answered with one, else 0
         * @param retryAfterSeconds from Retry-After, else 0
         */
        record Failed(Failure failure, int status, long retryAfterSeconds, String detail) implements Dialed {}
    }

    /** The kinds of failure. */
    enum Failure {
        UNRESOLVED,
        REFUSED_ADDRESS,
        UNREACHABLE,
        TLS,
        HANDSHAKE,
        CUT_IN_HANDSHAKE,
        TIMEOUT
    }

    /** Fetches the NIP-11 document of a relay: at most 5 s and 64 KiB, no redirects. Blocks. An interrupt gives up. */
    Fetched information(URI relay) throws InterruptedException;

    /** How fetching ended. */
    sealed interface Fetched {
        /**
         * The document as text.
         *
         * @param serverSeconds the relay's wall clock from the Date header, empty when it sent none
         */
        record Document(String json, OptionalLong serverSeconds) implements Fetched {}

        record Absent(String detail) implements Fetched {}
    }
}
