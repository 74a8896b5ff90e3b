package dev.sluice.intake;

import dev.sluice.archive.Verdict;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Some lines of an import and what becomes of them.
 *
 * @param numbers the number of each line
 * @param verdicts completes with one verdict for each line
 */
record Chunk(List<String> lines, List<Long> numbers, CompletableFuture<List<Verdict>> verdicts) {

    Chunk {
        lines = List.copyOf(lines);
        numbers = List.copyOf(numbers);
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    long number(int index) {
        return numbers.get(index);
    }
}
