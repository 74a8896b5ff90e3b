package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.sluice.session.RefusalClassifier.Channel;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words count, not the prefix. */
@Timeout(10)
class RefusalClassifierTest {
    private final RefusalClassifier classifier = RefusalClassifier.standard();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rate-limited: too many REQs|SubscriptionLimit",
                "rate-limited: active subscriptions exceed max size 4096 bytes|RetainedBytes",
                "rate-limited: slow down|Rate",
                "blocked: rate-limited|Rate",
                "restricted: connection rate limit exceeded|Rate",
                "blocked: too many filters|FilterCount",
                "blocked: requested too many event IDs|TooBig",
                "ERROR: auth-required: requested filter requires authentication|AuthRequired",
                "restricted: we can't serve DMs to unauthenticated users|AuthRequired",
                "ERROR: bad req: error parsing authors: total filter items too large|TooBig",
                "ERROR: too many concurrent REQs|SubscriptionLimit",
                "blocked: you are banned|Policy",
                "error: could not query events|Transient",
                "the stars are not right|Unknown",
            })
    void aTextIsTakenForWhatItMeans(String text, String refusal) {
        assertEquals(
                refusal, classifier.classify(Channel.CLOSED, text).getClass().getSimpleName());
    }

    @Test
    void aStatedLimitIsRead() {
        assertEquals(
                OptionalLong.of(12),
                ((Refusal.SubscriptionLimit) classifier.classify(
                                Channel.CLOSED, "rate-limited: too many concurrent subscriptions (max 12)"))
                        .limit());
        assertEquals(
                OptionalLong.of(65_536),
                ((Refusal.TooBig) classifier.classify(Channel.NOTICE, "message too large (70000 > 65536)")).bytes());
    }

    @Test
    void whatARelaySentToUsIsNoLimit() {
        Refusal refusal = classifier.classify(
                Channel.CLOSED, "ERROR: bad req: filter validation failed: invalid number of filters: 12");

        assertEquals(OptionalLong.empty(), ((Refusal.FilterCount) refusal).limit());
    }

    @Test
    void anErrorPrefixOfTheSpecificationIsNotAWrapper() {
        assertInstanceOf(Refusal.FilterCount.class, classifier.classify(Channel.CLOSED, "error: too many filters"));
    }
}
