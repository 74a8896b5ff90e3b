package dev.sluice.profile;

import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads profiles. Each begins with a line of its own, to which the lines below it belong; what a later line says of an
 * occasion replaces what was said before:
 *
 * <pre>
 * profile NAME [like NAME]
 * says    FIELD words                  of the NIP-11 document
 * limit   OCCASION number
 * rate    OCCASION count seconds burst [shared]
 * on      OCCASION act [text]          further lines add further acts
 * fault   OCCASION hundredths
 * habit   HABIT
 * </pre>
 *
 * A table that breaks this is a bug, and reading it fails with its name and the line.
 */
final class ProfileTable {
    private final String name;
    private final SortedMap<String, Draft> drafts = new TreeMap<>();
    private Draft current = new Draft();
    private int line;

    private ProfileTable(String name) {
        this.name = name;
    }

    static SortedMap<String, Profile> read(String name, List<String> lines) {
        ProfileTable table = new ProfileTable(name);
        for (String text : lines) {
            table.line++;
            if (!text.isBlank() && !text.startsWith("#")) {
                table.take(text.strip());
            }
        }
        SortedMap<String, Profile> profiles = new TreeMap<>();
        table.drafts.forEach((key, draft) -> profiles.put(key, draft.profile(key)));
        return Collections.unmodifiableSortedMap(profiles);
    }

    private void take(String text) {
        try {
            String[] words = text.split("\\s+", 3);
            switch (words[0]) {
                case "profile" -> begin(text.split("\\s+"));
                case "says" -> current.says.put(words[1], words[2]);
                case "limit" -> current.limits.put(occasion(words[1]), Long.parseLong(words[2]));
                case "rate" -> current.rates.put(occasion(words[1]), rate(words[2].split("\\s+")));
                case "on" -> current.on(occasion(words[1]), act(words[2]));
                case "fault" -> current.faults.put(occasion(words[1]), Long.parseLong(words[2]));
                case "habit" -> current.habits.add(constant(Habit.class, words[1]));
                default -> throw new IllegalArgumentException("unknown keyword " + words[0]);
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalStateException(name + ":" + line + ": " + e.getMessage(), e);
        }
    }

    private void begin(String[] words) {
        boolean like = words.length == 4 && words[2].equals("like");
        Draft base = like ? drafts.get(words[3]) : new Draft();
        if (base == null || !(like || words.length == 2)) {
            throw new IllegalArgumentException("no such beginning of a profile");
        }
        current = new Draft(base);
        if (drafts.put(words[1], current) != null) {
            throw new IllegalArgumentException(words[1] + " is there twice");
        }
    }

    private static Rate rate(String[] words) {
        boolean shared = words.length == 4 && words[3].equals("shared");
        if (words.length != 3 && !shared) {
            throw new IllegalArgumentException("a rate is a count, seconds and a burst");
        }
        return new Rate(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]), shared);
    }

    private static Act act(String text) {
        String[] words = text.split("\\s+", 2);
        return new Act(constant(Act.Kind.class, words[0]), words.length > 1 ? words[1] : "");
    }

    private static Occasion occasion(String word) {
        return constant(Occasion.class, word);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    /** A profile that is being read. */
    private static final class Draft {
        private final Map<String, String> says = new HashMap<>();
        private final Map<Occasion, Long> limits = new EnumMap<>(Occasion.class);
        private final Map<Occasion, Rate> rates = new EnumMap<>(Occasion.class);
        private final Map<Occasion, List<Act>> acts = new EnumMap<>(Occasion.class);
        private final Map<Occasion, Long> faults = new EnumMap<>(Occasion.class);
        private final Set<Habit> habits = EnumSet.noneOf(Habit.class);

        /** Occasions that this profile itself has spoken of. */
        private final Set<Occasion> own = EnumSet.noneOf(Occasion.class);

        Draft() {}

        Draft(Draft base) {
            says.putAll(base.says);
            limits.putAll(base.limits);
            rates.putAll(base.rates);
            acts.putAll(base.acts);
            faults.putAll(base.faults);
            habits.addAll(base.habits);
        }

        void on(Occasion occasion, Act act) {
            List<Act> all = own.add(occasion) ? new ArrayList<>() : new ArrayList<>(acts.get(occasion));
            all.add(act);
            acts.put(occasion, List.copyOf(all));
        }

        Profile profile(String name) {
            Map<String, Integer> numbers = new HashMap<>();
            says.forEach((field, value) -> {
                if (field.startsWith("max_") || field.startsWith("default_")) {
                    numbers.put(field, Integer.parseInt(value));
                }
            });
            RelayLimitation limitation = Profile.limitation(numbers);
            RelayInformation information = new RelayInformation(
                    says.getOrDefault("name", name),
                    "",
                    "",
                    "",
                    says.getOrDefault("software", ""),
                    says.getOrDefault("version", ""),
                    nips(says.getOrDefault("supported_nips", "")),
                    limitation);
            return new Profile(name, information, limits, rates, acts, faults, habits);
        }

        private static Set<Integer> nips(String words) {
            return Arrays.stream(words.split("\\s+"))
                    .filter(word -> !word.isEmpty())
                    .map(Integer::valueOf)
                    .collect(Collectors.toSet());
        }
    }
}
