package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.session.Refusal.Reaction;
import dev.sluice.session.RefusalClassifier.Channel;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The words count, not the prefix. */
@Timeout(10)
class RefusalClassifierTest {
    private final RefusalClassifier classifier = RefusalClassifier.standard();

    @ParameterizedTest
    @MethodSource("sayings")
    void aTextIsTakenForWhatItMeans(Saying saying) {
        Refusal refusal = classifier.classify(Saying.channel(saying.cell(0)), saying.cell(1));

        assertEquals(saying.cell(2), refusal.reaction().name());
        assertEquals(saying.cell(1), refusal.text());
        assertEquals(saying.cells().size() > 3 ? Long.parseLong(saying.cell(3)) : -1, number(refusal));
    }

    static List<Saying> sayings() throws IOException {
        return Saying.read("sayings.tsv");
    }

    @Test
    void aNumberOfValuesIsNoNumberOfBytes() {
        var values = (Refusal.TooBig) classifier.classify(Channel.CLOSED, "invalid: too many ids (max 700)");
        var bytes = (Refusal.TooBig) classifier.classify(Channel.NOTICE, "message too large (70000 > 65536)");

        assertEquals(OptionalLong.of(700), values.values());
        assertEquals(OptionalLong.empty(), values.bytes());
        assertEquals(OptionalLong.of(65_536), bytes.bytes());
        assertEquals(OptionalLong.empty(), bytes.values());
    }

    @Test
    void whatARelaySentToUsIsNoLimit() {
        Refusal refusal = classifier.classify(
                Channel.CLOSED, "ERROR: bad req: filter validation failed: invalid number of filters: 12");

        assertEquals(OptionalLong.empty(), ((Refusal.FilterCount) refusal).limit());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RATE-LIMITED:   Active\tSubscriptions exceed max size 64 KiB",
                "rate\u2010limited: active subscriptions exceed max\u00a0size 65,536 bytes",
                "\u200bRate limited: active subscriptions exceed max size 65\u202f536 bytes\n",
                "ERROR: rate-limited: active subscriptions exceed max size \uff16\uff15\uff15\uff13\uff16 bytes",
                "blocked: rate-limited: active subscriptions exceed max size 65_536 bytes",
            })
    void spellingDoesNotMatter(String text) {
        assertEquals(
                OptionalLong.of(65_536), ((Refusal.RetainedBytes) classifier.classify(Channel.CLOSED, text)).bytes());
    }

    @Test
    void anErrorPrefixOfTheSpecificationIsNotAWrapper() {
        assertInstanceOf(Refusal.FilterCount.class, classifier.classify(Channel.CLOSED, "error: too many filters"));
    }

    @Test
    void unknownWordsSayThatTheyAreUnknown() {
        Refusal closed = classifier.classify(Channel.CLOSED, "the stars are not right");
        Refusal notice = classifier.classify(Channel.NOTICE, "the stars are not right");

        assertEquals(
                Reaction.TRANSIENT_ERROR,
                assertInstanceOf(Refusal.Unknown.class, closed).reaction());
        assertEquals(
                Reaction.IGNORED,
                assertInstanceOf(Refusal.Unknown.class, notice).reaction());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"exceeded ", "too many max limit ", "subscription ", "((((", "9", "error parsing ", "a: b: "})
    void aLongTextTakesNoLongerThanAShortOne(String part) {
        String text = part.repeat(1_000_000 / part.length());
        for (Channel channel : Channel.values()) {
            Refusal refusal = classifier.classify(channel, text);

            assertTrue(number(refusal) < 1_000_000_000_000L, refusal.reaction().name());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "invalid: Filter is underspecified. Scrapers are not allowed",
                "error: scraper, src/nostr.rs:107:9",
                "blocked: too many tag keys in one filter",
                "ERROR: bad req: error parsing #t: filter item too large",
                "blocked: too many things to filter for",
                "invalid: unrecognised filter item",
                "blocked: unsupported filter",
                "error: malformed filter",
                "invalid: kind 4 is not served"
            })
    void theFormOfAFilterIsNoDecisionOfTheRelay(String text) {
        assertInstanceOf(
                Refusal.InvalidFilter.class, RefusalClassifier.standard().classify(Channel.CLOSED, text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "blocked: you are banned",
                "restricted: members only",
                "blocked: pubkey not in the whitelist",
                "auth-required: user not authed or has no read access",
                "blocked: not for you"
            })
    void aDecisionOfTheRelayIsNotAboutTheFilter(String text) {
        Refusal refusal = RefusalClassifier.standard().classify(Channel.CLOSED, text);

        assertTrue(refusal instanceof Refusal.Policy || refusal instanceof Refusal.AuthRequired, refusal.toString());
    }

    @Test
    void whatAnEventIsRefusedForIsNoFilter() {
        Refusal refusal = RefusalClassifier.standard().classify(Channel.OK_FALSE, "invalid: bad kind");

        assertInstanceOf(Refusal.Policy.class, refusal);
    }

    private static long number(Refusal refusal) {
        OptionalLong number = switch (refusal) {
            case Refusal.Rate rate -> rate.waitSeconds();
            case Refusal.TooManyQueries queries -> queries.waitSeconds();
            case Refusal.SubscriptionLimit limit -> limit.limit();
            case Refusal.RetainedBytes retained -> retained.bytes();
            case Refusal.FilterCount count -> count.limit();
            case Refusal.TooBig big -> big.bytes().isPresent() ? big.bytes() : big.values();
            case Refusal.TooManyResults results -> results.limit();
            case Refusal.NegentropyTooBig big -> big.items();
            case Refusal.NegentropyTooMany many -> many.sessions();
            case Refusal.AuthRequired r -> OptionalLong.empty();
            case Refusal.Policy r -> OptionalLong.empty();
            case Refusal.InvalidFilter r -> OptionalLong.empty();
            case Refusal.Transient r -> OptionalLong.empty();
            case Refusal.NegentropyUnsupported r -> OptionalLong.empty();
            case Refusal.NegentropyExpired r -> OptionalLong.empty();
            case Refusal.Harmless r -> OptionalLong.empty();
            case Refusal.Unknown r -> OptionalLong.empty();
        };
        return number.orElse(-1);
    }
}
