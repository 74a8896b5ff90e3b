package dev.sluice.session;

import dev.sluice.session.Refusal.Reaction;
import dev.sluice.session.RefusalTable.Amount;
import dev.sluice.session.RefusalTable.Meaning;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Tells what a relay's complaint means, by an ordered table of rules; the first match wins. Pure. */
public final class RefusalClassifier {
    private static final String NAME = "refusals.table";

    private static final RefusalClassifier STANDARD = new RefusalClassifier(standardTable());

    private final RefusalTable table;

    RefusalClassifier(RefusalTable table) {
        this.table = table;
    }

    /** Where a text came from. */
    public enum Channel {
        CLOSED("CLOSED"),
        NOTICE("NOTICE"),
        /** A NOTICE while the opening of a negentropy session waits for its answer. */
        NOTICE_NEG("NOTICE+NEG"),
        NEG_ERR("NEG-ERR"),
        /** An OK that accepts. */
        OK_TRUE("OK true"),
        /** An OK that refuses: what follows concerns events, never requests. */
        OK_FALSE("OK false"),
        /** The answer to a handshake: the status, then words if there are any. */
        HTTP("HTTP"),
        /** The end of a connection: the close code, then its reason if there is one. */
        END("WSCLOSE");

        private final String word;

        Channel(String word) {
            this.word = word;
        }

        /** What the notes on relay software call it. */
        public String word() {
            return word;
        }

        /** The channel that the notes call so. */
        public static Optional<Channel> named(String word) {
            return Arrays.stream(values()).filter(one -> one.word.equals(word)).findFirst();
        }
    }

    /** The classifier over the table that comes with the engine. */
    public static RefusalClassifier standard() {
        return STANDARD;
    }

    /** What a text means; {@link Refusal.Unknown} when no rule knows it. */
    public Refusal classify(Channel from, String text) {
        String normal = RefusalText.normalise(text);
        Optional<Meaning> meaning = table.meaning(from, normal);
        return meaning.isEmpty() ? new Refusal.Unknown(text, unknown(from)) : refusal(meaning.get(), text, normal);
    }

    private static Reaction unknown(Channel from) {
        return switch (from) {
            case NOTICE, NOTICE_NEG, OK_TRUE -> Reaction.IGNORED;
            case OK_FALSE -> Reaction.POLICY_PAUSE;
            case CLOSED, NEG_ERR, HTTP, END -> Reaction.TRANSIENT_ERROR;
        };
    }

    private Refusal refusal(Meaning meaning, String text, String normal) {
        return meaning.form()
                ? new Refusal.InvalidFilter(text, meaning.reaction())
                : refusal(meaning.reaction(), text, normal);
    }

    private Refusal refusal(Reaction reaction, String text, String normal) {
        OptionalLong limit = table.number(reaction, Amount.LIMIT, normal);
        OptionalLong bytes = table.number(reaction, Amount.BYTES, normal);
        OptionalLong values = table.number(reaction, Amount.VALUES, normal);
        OptionalLong seconds = table.number(reaction, Amount.SECONDS, normal);
        return switch (reaction) {
            case RATE_LIMIT -> new Refusal.Rate(text, seconds);
            case TOO_MANY_QUERIES -> new Refusal.TooManyQueries(text, seconds, table.countsFilters(normal));
            case SUBSCRIPTION_LIMIT -> new Refusal.SubscriptionLimit(text, limit);
            case RETAINED_BYTES -> new Refusal.RetainedBytes(text, bytes);
            case FILTER_COUNT -> new Refusal.FilterCount(text, limit);
            case FILTER_TOO_BIG -> new Refusal.TooBig(text, bytes, values);
            case RESULTS_TOO_MANY -> new Refusal.TooManyResults(text, limit);
            case AUTH_REQUIRED -> new Refusal.AuthRequired(text);
            case POLICY_PAUSE -> new Refusal.Policy(text);
            case TRANSIENT_ERROR -> new Refusal.Transient(text);
            case NEG_UNSUPPORTED -> new Refusal.NegentropyUnsupported(text);
            case NEG_TOO_BIG -> new Refusal.NegentropyTooBig(text, limit);
            case NEG_TOO_MANY -> new Refusal.NegentropyTooMany(text, limit);
            case NEG_TIMEOUT -> new Refusal.NegentropyExpired(text);
            case IGNORED -> new Refusal.Harmless(text);
        };
    }

    private static RefusalTable standardTable() {
        InputStream table = Objects.requireNonNull(RefusalClassifier.class.getResourceAsStream(NAME));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            return RefusalTable.read(NAME, lines.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
