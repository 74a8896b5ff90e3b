package dev.sluice.profile;

import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/**
 * What a relay allows, says and does.
 *
 * @param information what its NIP-11 document says
 * @param limits the most that passes without an occasion
 * @param rates the same for what passes in a time
 * @param acts what it does when an occasion has come; nothing when there are none
 * @param faults what an occasion adds to the punishment, in hundredths
 */
public record Profile(
        String name,
        RelayInformation information,
        Map<Occasion, Long> limits,
        Map<Occasion, Rate> rates,
        Map<Occasion, List<Act>> acts,
        Map<Occasion, Long> faults,
        Set<Habit> habits) {
    private static final String TABLE = "profiles.table";

    private static final SortedMap<String, Profile> STANDARD = standardTable();

    public Profile {
        limits = Map.copyOf(limits);
        rates = Map.copyOf(rates);
        acts = Map.copyOf(acts);
        faults = Map.copyOf(faults);
        habits = Set.copyOf(habits);
    }

    /** The profiles that come with the engine, by name: made from the limits that were read in the relays' source. */
    public static SortedMap<String, Profile> standard() {
        return STANDARD;
    }

    /** One of them. */
    public static Optional<Profile> named(String name) {
        return Optional.ofNullable(STANDARD.get(name));
    }

    OptionalLong limit(Occasion occasion) {
        Long limit = limits.get(occasion);
        return limit == null ? OptionalLong.empty() : OptionalLong.of(limit);
    }

    /** Whether so much is more than the relay allows. */
    boolean exceeds(Occasion occasion, long actual) {
        return actual > limit(occasion).orElse(Long.MAX_VALUE);
    }

    boolean has(Habit habit) {
        return habits.contains(habit);
    }

    List<Act> on(Occasion occasion) {
        return acts.getOrDefault(occasion, List.of());
    }

    /** What the document says of limits; absent fields stay absent. */
    static RelayLimitation limitation(Map<String, Integer> said) {
        RelayLimitation.Builder builder = RelayLimitation.builder();
        ifSaid(said, "max_message_length", builder::maxMessageLength);
        ifSaid(said, "max_subscriptions", builder::maxSubscriptions);
        ifSaid(said, "max_limit", builder::maxLimit);
        ifSaid(said, "default_limit", builder::defaultLimit);
        ifSaid(said, "max_subid_length", builder::maxSubidLength);
        return builder.build();
    }

    private static void ifSaid(Map<String, Integer> said, String field, java.util.function.IntConsumer builder) {
        Integer value = said.get(field);
        if (value != null) {
            builder.accept(value);
        }
    }

    private static SortedMap<String, Profile> standardTable() {
        InputStream table = Objects.requireNonNull(Profile.class.getResourceAsStream(TABLE));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            return ProfileTable.read(TABLE, lines.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
