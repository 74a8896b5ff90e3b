package dev.sluice.archive;

import dev.sluice.nostr.RelayUrl;
import java.util.List;
import java.util.Optional;

/**
 * What is good to remember and may be lost: relays, their NIP-11 documents, what they refused. Blocking calls that hand
 * over to store-owned threads; an interrupted caller stops waiting while the work finishes. Times are seconds since the
 * Unix epoch.
 */
public interface Catalogue extends AutoCloseable {

    /** Notes that a relay was met now. */
    void met(RelayUrl relay, long now) throws InterruptedException;

    /** All relays ever met and when last, ordered by URL. */
    List<Met> relays() throws InterruptedException;

    record Met(RelayUrl relay, long firstMet, long lastMet) {}

    /** Keeps a relay's NIP-11 document. */
    void document(RelayUrl relay, String json, long now) throws InterruptedException;

    /** The last document kept and when. */
    Optional<Document> document(RelayUrl relay) throws InterruptedException;

    record Document(String json, long fetchedAt) {}

    /** Remembers a refusal or a learned limit under a key of a fixed vocabulary until a moment; replaces an older one. */
    void remember(RelayUrl relay, Memory memory) throws InterruptedException;

    /** What is remembered of a relay and has not run out. */
    List<Memory> memories(RelayUrl relay, long now) throws InterruptedException;

    void forget(RelayUrl relay, String topic) throws InterruptedException;

    /**
     * @param topic what it is about, from a fixed vocabulary such as {@code max_subscriptions} or {@code negentropy}
     * @param value a number or word
     * @param text the relay's own words
     */
    record Memory(String topic, String value, String text, long learnedAt, long until) {}

    @Override
    void close();
}
