package dev.sluice.app.sample;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names and sentences at random. */
final class Words {

    private static final List<String> ADJECTIVES = List.of(
            "quiet",
            "amber",
            "rapid",
            "hollow",
            "gentle",
            "northern",
            "woven",
            "bright",
            "patient",
            "plain",
            "salted",
            "early");

    private static final List<String> NOUNS = List.of(
            "river", "lantern", "harbour", "sluice", "meadow", "anvil", "orchard", "compass", "granary", "ferry",
            "quarry", "mill");

    private static final List<String> TEXT = List.of(
            "the", "relay", "index", "keeps", "a", "copy", "of", "each", "branch", "when", "it", "is", "pushed", "and",
            "answers", "with", "fewer", "bytes", "than", "before", "merge", "fails", "on", "windows", "because", "line",
            "endings", "differ", "naïve", "größe", "please", "test", "again", "after", "rebase", "tags", "are",
            "signed", "build", "passes", "now", "thanks", "🚀");

    private static final List<String> NAMES = List.of(
            "Ada", "Bo", "Chidi", "Dana", "Eskil", "Farah", "Goro", "Hana", "Ines", "Jonas", "Kofi", "Lena", "Mirko",
            "Noor", "Oda", "Pavel");

    private final SplittableRandom random;

    Words(SplittableRandom random) {
        this.random = random;
    }

    /** Words of a length in bytes, roughly. */
    String text(int length) {
        StringBuilder text = new StringBuilder(any(TEXT));
        while (text.length() < length) {
            text.append(random.nextInt(12) == 0 ? ",\n" : " ").append(any(TEXT));
        }
        return text.append('.').toString();
    }

    /** A name that is not given twice but by rare chance. */
    String slug() {
        return any(ADJECTIVES) + "-" + any(NOUNS) + "-" + Integer.toUnsignedString(random.nextInt(), 36);
    }

    String profile() {
        String name = any(NAMES);
        return "{\"name\":\"" + name.toLowerCase(java.util.Locale.ROOT) + "\",\"display_name\":\"" + name
                + "\",\"about\":\"" + text(150).replace("\n", " ") + "\",\"website\":\"https://" + slug()
                + ".example\"}";
    }

    /** 40 hex digits, as git names a commit. */
    String commit() {
        return Stream.generate(() -> String.format("%08x", random.nextInt()))
                .limit(5)
                .collect(Collectors.joining());
    }

    String topic() {
        return any(NOUNS);
    }

    private String any(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
