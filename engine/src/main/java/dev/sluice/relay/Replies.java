package dev.sluice.relay;

import dev.sluice.archive.Verdict;
import dev.sluice.intake.RefusalReason;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import java.util.OptionalLong;

/** The wordings of answers, and which message carries a refusal so that the client knows what was refused. */
final class Replies {

    private Replies() {}

    /** The OK that tells a verdict, with the prefixes of NIP-01. */
    static RelayMessage.Ok ok(EventId id, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Stored s -> accepted(id, "");
            case Verdict.Ephemeral e -> accepted(id, "");
            case Verdict.Duplicate d -> accepted(id, "duplicate: this event is held already");
            case Verdict.Superseded s -> refused(id, "blocked: a newer version of this event is known");
            case Verdict.Deleted d -> refused(id, "blocked: its author has asked for its deletion");
            case Verdict.Expired e -> refused(id, "invalid: it has expired");
            case Verdict.Vanished v -> refused(id, "blocked: its author has asked to vanish");
            case Verdict.Refused r -> refused(id, words(r));
        };
    }

    static String words(Verdict.Refused refused) {
        return prefix(refused.reason()) + ": " + refused.detail();
    }

    static RelayMessage.Ok refused(EventId id, String text) {
        return new RelayMessage.Ok(id.hex(), false, text);
    }

    private static RelayMessage.Ok accepted(EventId id, String text) {
        return new RelayMessage.Ok(id.hex(), true, text);
    }

    private static String prefix(String reason) {
        boolean invalid = reason.equals(RefusalReason.INVALID.word())
                || reason.equals(RefusalReason.MALFORMED.word())
                || reason.equals(RefusalReason.FUTURE.word());
        return invalid ? "invalid" : "blocked";
    }

    /** What is said of a request that has cost too much. */
    static String tooSlow(RelayLimits limits) {
        return Wording.QUERY_TOO_SLOW.text(limits.of(Limit.MAX_QUERY_ROWS), limits.of(Limit.MAX_QUERY_SECONDS));
    }

    static RelayMessage.Closed closed(SubscriptionId id, String text) {
        return new RelayMessage.Closed(id, text);
    }

    /** A refusal of a message of which no more may be known than its label and what it speaks of. */
    static RelayMessage refusal(String label, String subject, String text) {
        if (subject.isEmpty()) {
            return new RelayMessage.Notice(text);
        }
        return switch (label) {
            case "EVENT", "AUTH" -> new RelayMessage.Ok(subject, false, text);
            case "REQ", "COUNT" -> closed(new SubscriptionId(subject), text);
            case "NEG-OPEN", "NEG-MSG" -> negentropy(new SubscriptionId(subject), text);
            default -> new RelayMessage.Notice(text);
        };
    }

    /** The same for a message that was understood. */
    static RelayMessage refusal(ClientMessage message, String text) {
        return switch (message) {
            case ClientMessage.Publish publish -> refused(publish.event().id(), text);
            case ClientMessage.Auth auth -> refused(auth.event().id(), text);
            case ClientMessage.Req req -> closed(req.id(), text);
            case ClientMessage.Count count -> closed(count.id(), text);
            case ClientMessage.NegOpen open -> negentropy(open.id(), text);
            case ClientMessage.NegMsg msg -> negentropy(msg.id(), text);
            case ClientMessage.Close close -> new RelayMessage.Notice(text);
            case ClientMessage.NegClose close -> new RelayMessage.Notice(text);
        };
    }

    private static RelayMessage negentropy(SubscriptionId id, String text) {
        return new RelayMessage.NegErr(id, text, OptionalLong.empty());
    }
}
