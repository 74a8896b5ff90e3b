package dev.sluice.plan;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Chunks that are asked for by one REQ. */
public record Group(List<Chunk> chunks) {
    public Group {
        chunks = List.copyOf(chunks);
    }

    /** What is sent, without limits. */
    public List<Filter> filters() {
        return chunks.stream().map(Chunk::filter).toList();
    }

    /** Serialised values, with their commas. */
    public int bytes() {
        return chunks.stream().mapToInt(Chunk::bytes).sum();
    }

    /** The SHA-256, in hex, of the filters in canonical form, windows included: the same for the same filters in any order. */
    public String identity() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            chunks.stream()
                    .map(chunk -> Codec.encode(chunk.filter()) + "\n")
                    .sorted()
                    .forEach(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The least urgent tier in it. */
    Tier tier() {
        return chunks.stream().map(Chunk::tier).max(Tier::compareTo).orElseThrow();
    }

    /** Whether nothing can be added: it stays as it is when demands grow. */
    boolean isFull(Bounds bounds) {
        boolean open = chunks.stream().anyMatch(chunk -> chunk.state() == Chunk.State.OPEN);
        return bounds.isFilled(bytes()) || (chunks.size() >= bounds.filters() && !open);
    }
}
