package dev.sluice.session;

import dev.sluice.time.Time;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a relay has refused last, over all its connections, for people to see. Any thread may note and read. */
public final class LastRefusal {
    private static final int MOST_WORDS = 200;

    private final Time time;
    private volatile @Nullable Noted noted;

    private record Noted(String words, Refusal.Reaction reaction, long nanos) {}

    LastRefusal(Time time) {
        this.time = time;
    }

    /** Small talk is no refusal. */
    void note(Refusal refusal) {
        if (!(refusal instanceof Refusal.Harmless)) {
            noted = new Noted(beginning(refusal.text()), refusal.reaction(), time.nanos());
        }
    }

    /** As much of a relay's words as a person reads, and as is kept. */
    public static String beginning(String words) {
        return words.length() <= MOST_WORDS ? words : words.substring(0, MOST_WORDS);
    }

    /**
     * A refusal.
     *
     * @param words the beginning of the relay's own
     * @param ago how long ago it came
     */
    public record Refused(String words, Refusal.Reaction reaction, Duration ago) {}

    /** The last one, if there was any. */
    public Optional<Refused> get() {
        return Optional.ofNullable(noted)
                .map(last -> new Refused(last.words(), last.reaction(), Duration.ofNanos(time.nanos() - last.nanos())));
    }
}
