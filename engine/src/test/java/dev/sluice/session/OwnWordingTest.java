package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.relay.Wording;
import dev.sluice.session.Refusal.Reaction;
import dev.sluice.session.RefusalClassifier.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What our own relay says is what our own client understands, in every message that may carry it. */
@Timeout(10)
final class OwnWordingTest {

    private static final RefusalClassifier CLASSIFIER = RefusalClassifier.standard();

    /** A wording in a message, and what has to follow. */
    private record Said(Channel channel, String text, Reaction reaction) {}

    @Test
    void everyRefusalIsUnderstood() {
        List<String> wrong = new ArrayList<>();
        for (Wording wording : Wording.values()) {
            for (Said said : said(wording)) {
                Reaction reaction =
                        CLASSIFIER.classify(said.channel(), said.text()).reaction();
                if (reaction != said.reaction()) {
                    wrong.add(wording + " as " + said.channel() + ": " + reaction + " for " + said.text());
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void numbersAreLearned() {
        assertEquals(
                new Refusal.SubscriptionLimit(text(Wording.TOO_MANY_SUBSCRIPTIONS, 7), OptionalLong.of(7)),
                closed(Wording.TOO_MANY_SUBSCRIPTIONS, 7));
        assertEquals(
                new Refusal.FilterCount(text(Wording.TOO_MANY_FILTERS, 7), OptionalLong.of(7)),
                closed(Wording.TOO_MANY_FILTERS, 7));
        assertEquals(
                new Refusal.RetainedBytes(text(Wording.TOO_MANY_RETAINED_BYTES, 7000), OptionalLong.of(7000)),
                closed(Wording.TOO_MANY_RETAINED_BYTES, 7000));
        String tooBig = text(Wording.REQUEST_TOO_BIG, 7000);
        assertEquals(
                new Refusal.TooBig(tooBig, OptionalLong.of(7000), OptionalLong.empty()),
                closed(Wording.REQUEST_TOO_BIG, 7000));
        String field = Wording.FIELD_TOO_BIG.text("#e", 131_072);
        assertEquals(
                new Refusal.TooBig(field, OptionalLong.of(131_072), OptionalLong.empty()),
                CLASSIFIER.classify(Channel.CLOSED, field));
        String items = text(Wording.TOO_MANY_ITEMS, 700);
        assertEquals(
                new Refusal.NegentropyTooBig(items, OptionalLong.of(700)), CLASSIFIER.classify(Channel.NEG_ERR, items));
        String sessions = text(Wording.TOO_MANY_SESSIONS, 7);
        assertEquals(
                new Refusal.NegentropyTooMany(sessions, OptionalLong.of(7)),
                CLASSIFIER.classify(Channel.NEG_ERR, sessions));
    }

    private static List<Said> said(Wording wording) {
        return switch (wording) {
            case MESSAGE_TOO_LONG -> {
                List<Said> all = new ArrayList<>(queried(wording.text(1 << 20), Reaction.FILTER_TOO_BIG));
                all.add(new Said(Channel.OK_FALSE, wording.text(1 << 20), Reaction.POLICY_PAUSE));
                yield all;
            }
            case SUBSCRIPTION_ID_TOO_LONG -> queried(wording.text(32), Reaction.POLICY_PAUSE);
            case TOO_MANY_SUBSCRIPTIONS -> closed(wording.text(500), Reaction.SUBSCRIPTION_LIMIT);
            case TOO_MANY_FILTERS -> closed(wording.text(20), Reaction.FILTER_COUNT);
            case FIELD_TOO_BIG -> queried(wording.text("#e", 131_072), Reaction.FILTER_TOO_BIG);
            case REQUEST_TOO_BIG -> queried(wording.text(524_288), Reaction.FILTER_TOO_BIG);
            case TOO_MANY_RETAINED_BYTES -> closed(wording.text(4_194_304), Reaction.RETAINED_BYTES);
            case RELAY_RETAINS_TOO_MUCH -> closed(wording.text(268_435_456), Reaction.TRANSIENT_ERROR);
            case TOO_MANY_MESSAGES -> {
                List<Said> all = new ArrayList<>(queried(wording.text(6_000), Reaction.TOO_MANY_QUERIES));
                all.add(new Said(Channel.OK_FALSE, wording.text(6_000), Reaction.RATE_LIMIT));
                all.add(new Said(Channel.NOTICE, wording.text(6_000), Reaction.RATE_LIMIT));
                all.add(new Said(Channel.END, "1008 " + wording.text(6_000), Reaction.RATE_LIMIT));
                yield all;
            }
            case QUERY_TOO_SLOW ->
                List.of(
                        new Said(Channel.CLOSED, wording.text(5_000_000, 10), Reaction.RESULTS_TOO_MANY),
                        new Said(Channel.NEG_ERR, wording.text(5_000_000, 10), Reaction.NEG_TOO_BIG));
            case AUTHENTICATED_ONLY, MEMBERS_ONLY -> {
                List<Said> all = new ArrayList<>(queried(wording.text(), Reaction.AUTH_REQUIRED));
                all.add(new Said(Channel.OK_FALSE, wording.text(), Reaction.AUTH_REQUIRED));
                yield all;
            }
            case NOT_A_MEMBER -> {
                List<Said> all = new ArrayList<>(queried(wording.text(), Reaction.POLICY_PAUSE));
                all.add(new Said(Channel.OK_FALSE, wording.text(), Reaction.POLICY_PAUSE));
                yield all;
            }
            case KIND_NEEDS_AUTH -> queried(wording.text(1_059), Reaction.AUTH_REQUIRED);
            case NOT_CONCERNED -> queried(wording.text(1_059), Reaction.POLICY_PAUSE);
            case AUTHOR_NEEDS_AUTH -> ok(wording.text(), Reaction.AUTH_REQUIRED);
            case NOT_THE_AUTHOR, PROTECTED, REPEATS_PROTECTED -> ok(wording.text(), Reaction.POLICY_PAUSE);
            case NOBODY_ASKED, WRONG_AUTH_KIND, WRONG_AUTH_TIME, WRONG_SIGNATURE, TOO_MANY_KEYS ->
                ok(wording.text(16), Reaction.POLICY_PAUSE);
            case WRONG_CHALLENGE, WRONG_RELAY -> ok(wording.text(), Reaction.AUTH_REQUIRED);
            case TOO_MANY_QUERIES -> queried(wording.text(1_200), Reaction.TOO_MANY_QUERIES);
            case TOO_MANY_CONTINUATIONS -> negentropy(wording.text(1_200), Reaction.TOO_MANY_QUERIES);
            case TOO_MANY_WRITES -> ok(wording.text(60), Reaction.RATE_LIMIT);
            case EVENT_TOO_LONG, TOO_MANY_TAGS, CONTENT_TOO_LONG, TOO_OLD, TOO_NEW ->
                ok(wording.text(1_000), Reaction.POLICY_PAUSE);
            case UNWANTED -> ok(wording.text(), Reaction.POLICY_PAUSE);
            case TOO_MANY_SESSIONS -> negentropy(wording.text(10), Reaction.NEG_TOO_MANY);
            case TOO_MANY_SESSIONS_IN_ALL -> negentropy(wording.text(100), Reaction.NEG_TOO_MANY);
            case TOO_MANY_ITEMS -> negentropy(wording.text(1_000_000), Reaction.NEG_TOO_BIG);
            case TOO_MANY_PRIVATE_ITEMS -> negentropy(wording.text(50_000), Reaction.NEG_TOO_BIG);
            case UNKNOWN_SESSION -> negentropy(wording.text(), Reaction.NEG_TIMEOUT);
            case PAYLOAD_IS_NOT_HEX -> negentropy(wording.text(), Reaction.TRANSIENT_ERROR);
            case TOO_SLOW ->
                List.of(new Said(Channel.END, "1013 " + wording.text(10_000, 4_194_304), Reaction.TRANSIENT_ERROR));
            case TOO_MANY_CONNECTIONS ->
                List.of(
                        new Said(Channel.HTTP, "503 " + wording.text(10_000), Reaction.RATE_LIMIT),
                        new Said(Channel.END, "1013 " + wording.text(10_000), Reaction.RATE_LIMIT));
            case TOO_MANY_CONNECTIONS_OF_ADDRESS ->
                List.of(
                        new Said(Channel.HTTP, "429 " + wording.text(100), Reaction.RATE_LIMIT),
                        new Said(Channel.END, "1013 " + wording.text(100), Reaction.RATE_LIMIT));
            case TOO_MANY_CONNECTS -> List.of(new Said(Channel.HTTP, "429 " + wording.text(120), Reaction.RATE_LIMIT));
            case STALLED -> List.of(new Said(Channel.END, "1013 " + wording.text(30), Reaction.TRANSIENT_ERROR));
            case ARCHIVE_FAILED -> {
                List<Said> all = new ArrayList<>(queried(wording.text(), Reaction.TRANSIENT_ERROR));
                all.add(new Said(Channel.OK_FALSE, wording.text(), Reaction.TRANSIENT_ERROR));
                yield all;
            }
        };
    }

    private static List<Said> queried(String text, Reaction reaction) {
        return List.of(new Said(Channel.CLOSED, text, reaction), new Said(Channel.NEG_ERR, text, reaction));
    }

    private static List<Said> closed(String text, Reaction reaction) {
        return List.of(new Said(Channel.CLOSED, text, reaction));
    }

    private static List<Said> negentropy(String text, Reaction reaction) {
        return List.of(new Said(Channel.NEG_ERR, text, reaction));
    }

    private static List<Said> ok(String text, Reaction reaction) {
        return List.of(new Said(Channel.OK_FALSE, text, reaction));
    }

    private static Refusal closed(Wording wording, long number) {
        return CLASSIFIER.classify(Channel.CLOSED, text(wording, number));
    }

    private static String text(Wording wording, long number) {
        return wording.text(number);
    }
}
