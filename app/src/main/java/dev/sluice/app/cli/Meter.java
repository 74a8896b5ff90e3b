package dev.sluice.app.cli;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Turns readings of one job into lines: how much, how fast, how much time is left. One thread uses it. */
final class Meter {

    private static final long WINDOW_NANOS = 10_000_000_000L;
    private static final int BAR_WIDTH = 24;

    private final String label;
    private final Sample start;
    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(long nanos, long done) {}

    /**
     * A meter that starts now.
     *
     * @param done units done before it, which count for no rate
     */
    Meter(String label, long nowNanos, long done) {
        this.label = label;
        this.start = new Sample(nowNanos, done);
        samples.add(start);
    }

    /** The line for a reading taken now; the rate is that of the last ten seconds. */
    String line(long nowNanos, Reading reading) {
        samples.add(new Sample(nowNanos, reading.done()));
        while (samples.size() > 2 && nowNanos - samples.getFirst().nanos() > WINDOW_NANOS) {
            samples.removeFirst();
        }
        return text(nowNanos, reading, rate(samples.getFirst(), samples.getLast()));
    }

    /** The line at the end: the rate is that of the whole job. */
    String end(long nowNanos, Reading reading) {
        return text(nowNanos, reading, rate(start, new Sample(nowNanos, reading.done())));
    }

    private String text(long nowNanos, Reading reading, double rate) {
        StringBuilder line = new StringBuilder(label)
                .append(String.format(Locale.ROOT, "  %,d %s  %,.0f/s", reading.done(), reading.unit(), rate));
        if (reading.fraction().isPresent()) {
            double fraction = Math.clamp(reading.fraction().getAsDouble(), 0.0, 1.0);
            line.append("  ").append(bar(fraction)).append(left(nowNanos, fraction));
        }
        return reading.detail().isEmpty()
                ? line.toString()
                : line.append("  ").append(reading.detail()).toString();
    }

    private static double rate(Sample from, Sample to) {
        long nanos = to.nanos() - from.nanos();
        return nanos <= 0 ? 0 : (to.done() - from.done()) * 1e9 / nanos;
    }

    private static String bar(double fraction) {
        int full = (int) (fraction * BAR_WIDTH);
        return String.format(
                Locale.ROOT, "[%s%s] %3.0f %%", "=".repeat(full), " ".repeat(BAR_WIDTH - full), fraction * 100);
    }

    private String left(long nowNanos, double fraction) {
        if (fraction <= 0 || fraction >= 1) {
            return "";
        }
        long seconds = (long) ((nowNanos - start.nanos()) / 1e9 * (1 - fraction) / fraction);
        return "  " + span(seconds) + " left";
    }

    /** A span as a person reads it: {@code 0:07}, {@code 12:30}, {@code 3:05:00}. */
    static String span(long seconds) {
        long hours = seconds / 3600;
        long minutes = seconds / 60 % 60;
        return hours > 0
                ? String.format(Locale.ROOT, "%d:%02d:%02d", hours, minutes, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d", minutes, seconds % 60);
    }
}
