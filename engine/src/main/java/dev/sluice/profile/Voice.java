package dev.sluice.profile;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.profile.FilterRules.Breach;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a profile says to one client, in the relay's own words. */
final class Voice {
    private final Profile profile;
    private final ProfiledOutput out;

    Voice(Profile profile, ProfiledOutput out) {
        this.profile = profile;
        this.out = out;
    }

    /**
     * Does what the relay does on an occasion.
     *
     * @param message what it was about; null when that was not read
     */
    void act(Breach breach, @Nullable ClientMessage message) {
        OptionalLong limit = limit(breach.occasion());
        for (Act act : profile.on(breach.occasion())) {
            String text = act.text()
                    .replace("{n}", Long.toString(limit.orElse(0)))
                    .replace("{s}", Long.toString(breach.actual()))
                    .replace("{f}", breach.field())
                    .replace("{id}", id(message));
            act(act.kind(), text, message, limit);
        }
    }

    private void act(Act.Kind kind, String text, @Nullable ClientMessage message, OptionalLong limit) {
        switch (kind) {
            case REFUSE -> out.send(refusal(message, text, OptionalLong.empty()));
            case REFUSE_CAP -> out.send(refusal(message, text, limit));
            case NOTICE -> out.send(new RelayMessage.Notice(text));
            case EOSE -> out.send(new RelayMessage.Eose(new SubscriptionId(id(message)), RelayMessage.Hint.NONE));
            case END -> {
                String[] parts = text.split(" ", 2);
                out.end(Integer.parseInt(parts[0]), parts.length > 1 ? parts[1] : "");
            }
            case CUT -> out.cut();
            case SILENT -> {
                // nothing is said
            }
        }
    }

    private OptionalLong limit(Occasion occasion) {
        Rate rate = profile.rates().get(occasion);
        return rate == null ? profile.limit(occasion) : OptionalLong.of(rate.count());
    }

    private static RelayMessage refusal(@Nullable ClientMessage message, String text, OptionalLong cap) {
        return switch (message) {
            case ClientMessage.Publish publish ->
                new RelayMessage.Ok(publish.event().id().hex(), false, text);
            case ClientMessage.Auth auth ->
                new RelayMessage.Ok(auth.event().id().hex(), false, text);
            case ClientMessage.NegOpen open -> new RelayMessage.NegErr(open.id(), text, cap);
            case ClientMessage.NegMsg msg -> new RelayMessage.NegErr(msg.id(), text, cap);
            case ClientMessage.NegClose close -> new RelayMessage.NegErr(close.id(), text, cap);
            case ClientMessage.Req req -> new RelayMessage.Closed(req.id(), text);
            case ClientMessage.Count count -> new RelayMessage.Closed(count.id(), text);
            case ClientMessage.Close close -> new RelayMessage.Closed(close.id(), text);
            case null -> new RelayMessage.Notice(text);
        };
    }

    private static String id(@Nullable ClientMessage message) {
        return switch (message) {
            case ClientMessage.Req req -> req.id().value();
            case ClientMessage.Close close -> close.id().value();
            case ClientMessage.Count count -> count.id().value();
            case ClientMessage.NegOpen open -> open.id().value();
            case ClientMessage.NegMsg msg -> msg.id().value();
            case ClientMessage.NegClose close -> close.id().value();
            case ClientMessage.Publish publish -> "";
            case ClientMessage.Auth auth -> "";
            case null -> "";
        };
    }
}
