package dev.sluice.sync;

import dev.sluice.nostr.DialRules;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.wire.AddressGuard;
import java.net.URI;
import java.util.Optional;

/**
 * The guard of a mirror some of whose relays come from events.
 *
 * @param rules where these may be; what the operator named must be among their places
 */
public record EventUrlGuard(DialRules rules) implements AddressGuard {

    @Override
    public Verdict on(URI target) {
        return RelayUrl.parse(target.toString())
                .map(this::verdict)
                .orElseGet(() -> new Verdict.Refused("not a relay's address"));
    }

    private Verdict verdict(RelayUrl relay) {
        Optional<String> refusal = rules.refusal(relay);
        if (refusal.isPresent()) {
            return new Verdict.Refused(refusal.get());
        }
        return rules.vouchesFor(relay) ? new Verdict.Free() : new Verdict.Checked(rules::mayReach);
    }
}
