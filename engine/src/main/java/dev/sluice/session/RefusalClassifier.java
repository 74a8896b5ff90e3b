package dev.sluice.session;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells what a relay's complaint means, by an ordered table of rules; the first match wins. Pure. */
public final class RefusalClassifier {
    private static final String TABLE = "refusals.table";

    private final List<Rule> rules;

    private RefusalClassifier(List<Rule> rules) {
        this.rules = rules;
    }

    /** Where a text came from. */
    public enum Channel {
        CLOSED,
        NOTICE,
        /** A NOTICE while the opening of a negentropy session waits for its answer. */
        NOTICE_NEG,
        NEG_ERR
    }

    private record Rule(String channel, String reaction, Pattern pattern) {

        static Rule parse(String line) {
            String[] parts = line.split("\t", 3);
            return new Rule(parts[0], parts[1], Pattern.compile(parts[2]));
        }

        boolean hears(Channel from) {
            return channel.equals("any")
                    || channel.equalsIgnoreCase(from.name())
                    || (channel.equals("neg") && (from == Channel.NEG_ERR || from == Channel.NOTICE_NEG));
        }
    }

    /** The classifier over the table that comes with the engine. */
    public static RefusalClassifier standard() {
        InputStream table = Objects.requireNonNull(RefusalClassifier.class.getResourceAsStream(TABLE));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            return new RefusalClassifier(lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Rule::parse)
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a text means; {@link Refusal.Unknown} when no rule knows it. */
    public Refusal classify(Channel from, String text) {
        String normal = RefusalText.normalise(text);
        for (Rule rule : rules) {
            Matcher matcher = rule.pattern().matcher(normal);
            if (rule.hears(from) && matcher.find()) {
                return refusal(rule.reaction(), text, number(matcher));
            }
        }
        return new Refusal.Unknown(text);
    }

    private static Refusal refusal(String reaction, String text, OptionalLong number) {
        return switch (reaction) {
            case "rate" -> new Refusal.Rate(text);
            case "subscription-limit" -> new Refusal.SubscriptionLimit(text, number);
            case "retained-bytes" -> new Refusal.RetainedBytes(text, number);
            case "filter-count" -> new Refusal.FilterCount(text, number);
            case "too-big" -> new Refusal.TooBig(text, number);
            case "limit-too-high" -> new Refusal.LimitTooHigh(text, number);
            case "too-many-results" -> new Refusal.TooManyResults(text);
            case "auth-required" -> new Refusal.AuthRequired(text);
            case "policy" -> new Refusal.Policy(text);
            case "transient" -> new Refusal.Transient(text);
            case "neg-unsupported" -> new Refusal.NegentropyUnsupported(text);
            case "neg-too-big" -> new Refusal.NegentropyTooBig(text, number);
            case "neg-too-many" -> new Refusal.NegentropyTooMany(text, number);
            case "neg-expired" -> new Refusal.NegentropyExpired(text);
            case "harmless" -> new Refusal.Harmless(text);
            default -> throw new IllegalStateException("unknown reaction in the table: " + reaction);
        };
    }

    private static OptionalLong number(Matcher matcher) {
        boolean stated = matcher.groupCount() > 0
                && matcher.group(1) != null
                && matcher.group(1).matches("\\d{1,12}");
        return stated ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
