package dev.sluice.intake;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Cuts the lines of an import into chunks. */
final class ChunkReader {

    /** The archive writes best in large pieces. */
    private static final int MAX_LINES = 1_000;

    /** Keeps chunks of long lines small. */
    private static final int MAX_CHARACTERS = 1 << 20;

    private final Import.Lines lines;
    private long number;

    ChunkReader(Import.Lines lines) {
        this.lines = lines;
    }

    /** The next chunk; an empty one at the end. */
    Chunk next() throws IOException {
        List<String> chunk = new ArrayList<>(MAX_LINES);
        List<Long> numbers = new ArrayList<>(MAX_LINES);
        int characters = 0;
        while (chunk.size() < MAX_LINES && characters < MAX_CHARACTERS) {
            @Nullable String line = lines.next();
            if (line == null) {
                break;
            }
            number++;
            if (!line.isBlank()) {
                chunk.add(line);
                numbers.add(number);
                characters += line.length();
            }
        }
        return new Chunk(chunk, numbers, new CompletableFuture<>());
    }
}
