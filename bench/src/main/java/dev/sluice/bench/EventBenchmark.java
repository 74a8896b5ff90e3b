package dev.sluice.bench;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one event costs one core: read as a frame, written as JSON, and verified (id, then signature). */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EventBenchmark {
    private static final int EVENTS = 512;

    private final List<Event> events = signedEvents();
    private final List<String> frames = events.stream()
            .map(event -> Codec.encode(new RelayMessage.Delivery(new SubscriptionId("bench"), event)))
            .toList();

    private int next;

    @Benchmark
    public Decoded<RelayMessage> decode() {
        return Codec.relayMessage(frames.get(turn()));
    }

    @Benchmark
    public String encode() {
        return Codec.encode(events.get(turn()));
    }

    @Benchmark
    public Optional<Verification.Fault> verify() {
        return Verification.check(events.get(turn()));
    }

    private int turn() {
        next = (next + 1) % EVENTS;
        return next;
    }

    /** About 840 bytes as JSON, with five indexed tags. */
    private static List<Event> signedEvents() {
        SplittableRandom random = new SplittableRandom(1);
        byte[] secret = new byte[32];
        List<Event> events = new ArrayList<>(EVENTS);
        for (int i = 0; i < EVENTS; i++) {
            random.nextBytes(secret);
            KeyPair author = KeyPair.of(secret);
            String hex = author.publicKey().hex();
            List<List<String>> tags = List.of(
                    List.of("e", hex),
                    List.of("e", hex),
                    List.of("p", hex),
                    List.of("p", hex),
                    List.of("t", "topic" + i));
            events.add(author.sign(
                    1_700_000_000L + i, Kind.NOTE, tags, "a word or two \"quoted\", and a line\n".repeat(4)));
        }
        return events;
    }
}
