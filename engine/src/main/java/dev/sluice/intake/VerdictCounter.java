package dev.sluice.intake;

import dev.sluice.archive.Verdict;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts verdicts; its owner guards it. */
final class VerdictCounter {

    private final SortedMap<String, Long> refused = new TreeMap<>();
    private long stored;
    private long duplicate;
    private long superseded;
    private long deleted;
    private long expired;
    private long vanished;
    private long ephemeral;
    private long fruitless;

    void count(Verdict verdict) {
        switch (verdict) {
            case Verdict.Stored s -> stored++;
            case Verdict.Duplicate d -> duplicate++;
            case Verdict.Superseded s -> superseded++;
            case Verdict.Deleted d -> deleted++;
            case Verdict.Expired e -> expired++;
            case Verdict.Vanished v -> vanished++;
            case Verdict.Ephemeral e -> ephemeral++;
            case Verdict.Refused r -> refused.merge(r.reason(), 1L, Long::sum);
        }
        boolean fruit = verdict instanceof Verdict.Stored || verdict instanceof Verdict.Ephemeral;
        fruitless += fruit ? 0 : 1;
    }

    /** Those that were neither stored nor passed on, since this was asked the last time. */
    long takeFruitless() {
        long taken = fruitless;
        fruitless = 0;
        return taken;
    }

    Verdicts counted() {
        return new Verdicts(stored, duplicate, superseded, deleted, expired, vanished, ephemeral, refused);
    }
}
