package dev.sluice.session;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.time.WallClock;
import java.util.List;

/**
 * Who we are to a relay that asks (NIP-42).
 *
 * @param relay the address that the answers name
 * @param wall dates them: relays take what is some minutes old at most
 */
public record Identity(KeyPair key, RelayUrl relay, WallClock wall) {

    /** The signed answer to a challenge. */
    Event answer(String challenge) {
        List<List<String>> tags = List.of(List.of("relay", relay.toString()), List.of("challenge", challenge));
        return key.sign(wall.seconds(), Kind.CLIENT_AUTH, tags, "");
    }
}
