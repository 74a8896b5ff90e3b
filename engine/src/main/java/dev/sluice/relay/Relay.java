package dev.sluice.relay;

import dev.sluice.nostr.RelayInformation;
import java.util.Optional;

/** What a transport serves. */
public interface Relay extends AutoCloseable {

    /** Why a client that asks to connect is not let in; asked once for each attempt. */
    default Optional<TurnedAway> turnsAway(ClientAddress address) {
        return Optional.empty();
    }

    /** Begins to serve a client; the transport closes the connection when it ends. */
    ClientConnection open(ClientOutput output, ClientAddress address);

    /** The NIP-11 document. */
    RelayInformation information();

    /** The longest message in bytes that the transport has to bring; longer ones it may end a connection for. */
    int messageBytes();

    /** To be called after its connections are closed, and before what it stands on. */
    @Override
    void close();
}
