package dev.sluice.app.sample;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * An endless sequence of signed events: profiles, repositories and their states, issues, patches, comments, notes. The
 * same seed gives the same events, byte for byte. Events come oldest first, each at a later second than the one before
 * it, of about 800 bytes each; every address is used once, so an archive keeps all of them. One thread uses it.
 */
public final class SampleEvents {

    /** 14 November 2023: far enough back that a million events end before today. */
    public static final long FIRST_SECOND = 1_700_000_000L;

    private static final int BLOCK = 100;

    private final SplittableRandom random;
    private final LongSupplier seconds;
    private final Words words;
    private final Recent<KeyPair> authors = new Recent<>(200);
    private final Recent<Event> repositories = new Recent<>(200);
    private final Recent<Event> threads = new Recent<>(400);
    private final GitEvents git;
    private int produced;

    private SampleEvents(long seed, long firstSecond, int spacingSeconds) {
        this.random = new SplittableRandom(seed);
        this.words = new Words(random);
        this.seconds = new Clock(random, firstSecond, spacingSeconds);
        this.git = new GitEvents(random, words);
    }

    /**
     * A sequence of its own.
     *
     * @param spacingSeconds the mean span between two events
     */
    public static SampleEvents from(long seed, long firstSecond, int spacingSeconds) {
        return new SampleEvents(seed, firstSecond, spacingSeconds);
    }

    /** The first events of the sequence of a seed, 25 seconds apart in the mean; made while the stream is read. */
    public static Stream<Event> stream(long seed, long count) {
        SampleEvents events = from(seed, FIRST_SECOND, 25);
        return Stream.generate(events::next).limit(count);
    }

    /** The next event. */
    public Event next() {
        int place = produced++ % BLOCK;
        if (place == 0) {
            KeyPair author = KeyPair.of(secret());
            authors.add(author);
            return author.sign(seconds.getAsLong(), Kind.PROFILE, List.of(), words.profile());
        }
        KeyPair author = authors.any(random);
        Draft draft = draft(place);
        Event event = author.sign(seconds.getAsLong(), draft.kind(), draft.tags(), draft.content());
        remember(event);
        return event;
    }

    /** A short note of one of the authors at a given second: something new to see arrive. */
    public Event note(long second, String content) {
        return authors.any(random).sign(second, Kind.NOTE, List.of(), content);
    }

    private Draft draft(int place) {
        if (place <= 2) {
            return git.repository();
        }
        if (place <= 4) {
            return git.state(repositories.any(random));
        }
        if (place <= 15) {
            return git.issue(repositories.any(random));
        }
        if (place <= 35) {
            return git.patch(repositories.any(random));
        }
        return place <= 75 ? git.comment(threads.any(random)) : git.note();
    }

    private void remember(Event event) {
        switch (event.kind()) {
            case Kind.REPOSITORY -> repositories.add(event);
            case Kind.ISSUE, Kind.PATCH -> threads.add(event);
            default -> {
                // nothing refers to it
            }
        }
    }

    /** A valid secret key: its first bit is clear, so it is below the order of the curve. */
    private byte[] secret() {
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        secret[0] &= 0x7f;
        return secret;
    }
}
