package dev.sluice.bench;

import dev.sluice.session.Refusal;
import dev.sluice.session.RefusalClassifier;
import dev.sluice.session.RefusalClassifier.Channel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a relay's words mean: a few that relays really send, and some that no rule knows. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ClassifyBenchmark {

    @Param({
        "ERROR: too many concurrent REQs",
        "rate-limited: there is a bug in the client, no one should be making so many requests",
        "rate-limited: active subscriptions exceed max size 1048576 bytes",
        "auth-required: we can't serve DMs to unauthenticated users",
        "the moon is full tonight and nobody knows why"
    })
    String text = "";

    private final RefusalClassifier classifier = RefusalClassifier.standard();

    @Benchmark
    public Refusal closed() {
        return classifier.classify(Channel.CLOSED, text);
    }
}
