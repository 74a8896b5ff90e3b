package dev.sluice.relay;

import dev.sluice.intake.Policies;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Utf8;
import dev.sluice.time.WallClock;
import java.util.Optional;
import java.util.Set;

/** What a client may not publish, seen without asking the archive. */
final class ClientRules {

    /** Events that may hold the text of another one (NIP-18). */
    private static final Set<Integer> REPOSTS = Set.of(6, 16);

    private final WritePolicy writes;
    private final WallClock clock;
    private final RelayLimits limits;

    ClientRules(WritePolicy writes, WallClock clock, RelayLimits limits) {
        this.writes = writes;
        this.clock = clock;
        this.limits = limits;
    }

    /** Why an event that a client sent in a message of so many bytes is not taken, in the words of an OK. */
    Optional<String> refusal(Event event, int messageBytes, Reader client) {
        return size(event, messageBytes)
                .or(() -> Policies.authorRefusal(event).map(Replies::words))
                .or(() -> client.protection(event))
                .or(() -> repost(event))
                .or(() -> moment(event.createdAt()))
                .or(() -> writes.takes(event) ? Optional.empty() : Optional.of(Wording.UNWANTED.text()));
    }

    private Optional<String> size(Event event, int messageBytes) {
        int bytes = limits.count(Limit.MAX_EVENT_BYTES);
        // the event is a part of the message, and no spelling is shorter than ours
        if (messageBytes > bytes && Utf8.longerThan(Codec.encode(event), bytes)) {
            return Optional.of(Wording.EVENT_TOO_LONG.text(bytes));
        }
        int tags = limits.count(Limit.MAX_EVENT_TAGS);
        if (event.tags().size() > tags) {
            return Optional.of(Wording.TOO_MANY_TAGS.text(tags));
        }
        int characters = limits.count(Limit.MAX_CONTENT_LENGTH);
        String content = event.content();
        boolean tooLong = content.length() > characters && content.codePointCount(0, content.length()) > characters;
        return tooLong ? Optional.of(Wording.CONTENT_TOO_LONG.text(characters)) : Optional.empty();
    }

    /** What is protected does not spread inside of another event either (NIP-70, NIP-18). */
    private static Optional<String> repost(Event event) {
        boolean embeds = REPOSTS.contains(event.kind())
                && Codec.event(event.content()) instanceof Decoded.Message<Event>(Event inner)
                && inner.isProtected();
        return embeds ? Optional.of(Wording.REPEATS_PROTECTED.text()) : Optional.empty();
    }

    private Optional<String> moment(long createdAt) {
        long ahead = createdAt - clock.seconds();
        long newest = limits.of(Limit.CREATED_AT_UPPER_LIMIT);
        if (ahead > newest) {
            return Optional.of(Wording.TOO_NEW.text(newest));
        }
        long oldest = limits.of(Limit.CREATED_AT_LOWER_LIMIT);
        return -ahead > oldest ? Optional.of(Wording.TOO_OLD.text(oldest)) : Optional.empty();
    }
}
