package dev.sluice.relay;

import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.archive.Leave;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage.Hint;
import java.util.List;
import java.util.Optional;

/** The stored events that answer a REQ, up to its EOSE. One thread reads it. */
public interface StoredAnswer {

    /** The next event; empty at the end. Blocks while the archive reads. */
    Optional<Encoded> next() throws InterruptedException;

    /** What the EOSE says of paging, asked at the end (NIP-67). */
    Hint hint();

    /** Which stored events answer which filters. */
    @FunctionalInterface
    interface Source {

        /** Begins an answer, which ends early when the allowance is spent. Blocks while the archive reads. */
        StoredAnswer to(List<Filter> filters, Leave leave) throws InterruptedException;
    }
}
