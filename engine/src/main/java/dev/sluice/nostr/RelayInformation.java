package dev.sluice.nostr;

import java.util.Set;

/**
 * What a relay says of itself (NIP-11). Texts that are absent or no strings are "".
 *
 * @param pubkey the administrator's key as it was spelled
 * @param supportedNips sorted
 */
public record RelayInformation(
        String name,
        String description,
        String pubkey,
        String contact,
        String software,
        String version,
        Set<Integer> supportedNips,
        RelayLimitation limitation) {
    /** A document that says nothing. */
    public static final RelayInformation NONE =
            new RelayInformation("", "", "", "", "", "", Set.of(), RelayLimitation.NONE);

    public RelayInformation {
        supportedNips = OrderedSet.copyOf(supportedNips);
    }

    /** Reads a document with whatever nulls, wrong types and absurd numbers it holds; only what is no JSON object is malformed. */
    public static Decoded<RelayInformation> parse(String json) {
        return RelayInformationReader.read(json);
    }

    /** Writes the document; empty parts are left out. */
    public String encode() {
        return RelayInformationWriter.write(this);
    }
}
