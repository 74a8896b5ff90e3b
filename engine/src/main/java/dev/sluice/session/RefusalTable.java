package dev.sluice.session;

import dev.sluice.session.Refusal.Reaction;
import dev.sluice.session.RefusalClassifier.Channel;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The ordered rules by which texts are judged. A line is one of
 *
 * <pre>
 * let     NAME               pattern   may be used below as &lt;NAME&gt;
 * unless                     pattern   the rule below does not hold where this is found as well
 * rule    CHANNELS REACTION  pattern   the first that is found where a word of a text begins decides
 *                                      (REACTION/form: it is about the form of one filter)
 * number  REACTION AMOUNT    pattern   the first that is found gives the number, as its one group
 * filters                    pattern   words of relays that count filters where others count requests
 * </pre>
 *
 * Columns are apart by spaces. A table that breaks this is a bug, and reading it fails with its name and the line.
 */
final class RefusalTable {
    /** What groups of channels are called in a table. */
    private static final Map<String, Set<Channel>> CHANNELS = Map.of(
            "any", EnumSet.allOf(Channel.class),
            "request", EnumSet.of(Channel.CLOSED, Channel.NOTICE, Channel.NOTICE_NEG, Channel.NEG_ERR),
            "closed", EnumSet.of(Channel.CLOSED),
            "notice", EnumSet.of(Channel.NOTICE, Channel.NOTICE_NEG),
            "notice+neg", EnumSet.of(Channel.NOTICE_NEG),
            "neg-err", EnumSet.of(Channel.NEG_ERR),
            "ok-true", EnumSet.of(Channel.OK_TRUE),
            "ok-false", EnumSet.of(Channel.OK_FALSE),
            "http", EnumSet.of(Channel.HTTP),
            "end", EnumSet.of(Channel.END));

    /** Marks the reaction of a rule that is about the form of one filter. */
    private static final String FORM = "/form";

    private static final Pattern REFERENCE = Pattern.compile("<([A-Z_]+)>");

    private final String name;
    private final Map<String, String> words = new HashMap<>();
    private final List<Rule> rules = new ArrayList<>();
    private final List<Limit> limits = new ArrayList<>();
    private final List<Pattern> ofFilters = new ArrayList<>();

    /** What rules look for, by number. */
    private final List<Pattern> sought = new ArrayList<>();

    // while it is read
    private OptionalInt unless = OptionalInt.empty();

    /** Written once, when all is read. */
    private WordSearch search = new WordSearch(sought);

    private RefusalTable(String name) {
        this.name = name;
    }

    /** What a number in a text is of. */
    enum Amount {
        LIMIT,
        BYTES,
        VALUES,
        SECONDS
    }

    /**
     * What a rule says of a text.
     *
     * @param form whether it is about the form of one filter
     */
    record Meaning(Reaction reaction, boolean form) {}

    private record Rule(Set<Channel> channels, Meaning meaning, int words, OptionalInt unless) {

        boolean fits(WordSearch.Text text) {
            return text.has(words) && !(unless.isPresent() && text.has(unless.getAsInt()));
        }
    }

    private record Limit(Reaction reaction, Amount number, Pattern pattern) {}

    /** Reads a table; the name is for the message of a bug. */
    static RefusalTable read(String name, List<String> lines) {
        RefusalTable table = new RefusalTable(name);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                table.add(line, i + 1);
            }
        }
        table.search = new WordSearch(table.sought);
        return table;
    }

    /** What the first fitting rule says of a text in its normal form. */
    Optional<Meaning> meaning(Channel from, String normal) {
        WordSearch.Text text = search.in(normal);
        for (Rule rule : rules) {
            if (rule.channels().contains(from) && rule.fits(text)) {
                return Optional.of(rule.meaning());
            }
        }
        return Optional.empty();
    }

    /** The number that a text in its normal form states. */
    OptionalLong number(Reaction reaction, Amount number, String normal) {
        for (Limit limit : limits) {
            if (limit.reaction() == reaction && limit.number() == number) {
                Matcher matcher = limit.pattern().matcher(normal);
                // a longer one would be no limit that anybody means
                if (matcher.find() && matcher.group(1).matches("\\d{1,12}")) {
                    return OptionalLong.of(Long.parseLong(matcher.group(1)));
                }
            }
        }
        return OptionalLong.empty();
    }

    /** Whether a text in its normal form is that of a relay which counts filters. */
    boolean countsFilters(String normal) {
        return ofFilters.stream().anyMatch(pattern -> pattern.matcher(normal).find());
    }

    private void add(String line, int number) {
        String keyword = line.split("\\s+", 2)[0];
        switch (keyword) {
            case "let" -> let(columns(line, 3, number), number);
            case "unless" -> unless = OptionalInt.of(sought(columns(line, 2, number)[1], number));
            case "rule" -> rule(columns(line, 4, number), number);
            case "number" -> limit(columns(line, 4, number), number);
            case "filters" -> ofFilters.add(compiled(resolved(columns(line, 2, number)[1], number), number));
            default -> throw bug(number, "unknown keyword " + keyword);
        }
    }

    private void let(String[] columns, int line) {
        String pattern = resolved(columns[2], line);
        compiled(pattern, line);
        if (words.put(columns[1], "(?:" + pattern + ")") != null) {
            throw bug(line, columns[1] + " is defined twice");
        }
    }

    private void rule(String[] columns, int line) {
        Set<Channel> channels = EnumSet.noneOf(Channel.class);
        for (String channel : columns[1].split(",", -1)) {
            channels.addAll(known(CHANNELS.get(channel), channel, line));
        }
        rules.add(new Rule(channels, meaning(columns[2], line), sought(columns[3], line), unless));
        unless = OptionalInt.empty();
    }

    private int sought(String pattern, int line) {
        sought.add(compiled(resolved(pattern, line), line));
        if (pattern.contains("(?<=")) {
            throw bug(line, "a rule may not ask what stands before it");
        }
        return sought.size() - 1;
    }

    private Meaning meaning(String word, int line) {
        boolean form = word.endsWith(FORM);
        String reaction = form ? word.substring(0, word.length() - FORM.length()) : word;
        return new Meaning(constant(Reaction.class, reaction, line), form);
    }

    private void limit(String[] columns, int line) {
        Reaction reaction = constant(Reaction.class, columns[1], line);
        Amount number = constant(Amount.class, columns[2], line);
        Pattern pattern = compiled(resolved(columns[3], line), line);
        if (pattern.matcher("").groupCount() != 1) {
            throw bug(line, "a number is the one group of its pattern");
        }
        limits.add(new Limit(reaction, number, pattern));
    }

    private String[] columns(String line, int count, int number) {
        String[] columns = line.split("\\s+", count);
        if (columns.length < count) {
            throw bug(number, "too few columns");
        }
        return columns;
    }

    private String resolved(String pattern, int line) {
        return REFERENCE
                .matcher(pattern)
                .replaceAll(found -> Matcher.quoteReplacement(known(words.get(found.group(1)), found.group(1), line)));
    }

    private Pattern compiled(String pattern, int line) {
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw bug(line, e.getDescription() + " in " + pattern);
        }
    }

    private <E extends Enum<E>> E constant(Class<E> type, String word, int line) {
        try {
            return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw bug(line, "unknown word " + word);
        }
    }

    private <T> T known(@Nullable T value, String word, int line) {
        if (value == null) {
            throw bug(line, "unknown word " + word);
        }
        return value;
    }

    private IllegalStateException bug(int line, String what) {
        return new IllegalStateException(name + ":" + line + ": " + what);
    }
}
