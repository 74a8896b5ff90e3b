package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.nostr.RelayUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A catalogue that forgets all when it goes. */
final class MemoryCatalogue implements Catalogue {
    private final Map<RelayUrl, Met> met = new ConcurrentHashMap<>();
    private final Map<RelayUrl, Document> documents = new ConcurrentHashMap<>();
    private final Map<RelayUrl, List<Memory>> memories = new ConcurrentHashMap<>();

    @Override
    public void met(RelayUrl relay, long now) {
        met.merge(relay, new Met(relay, now, now), (old, fresh) -> new Met(relay, old.firstMet(), now));
    }

    @Override
    public List<Met> relays() {
        return met.values().stream()
                .sorted((one, other) -> one.relay().compareTo(other.relay()))
                .toList();
    }

    @Override
    public void document(RelayUrl relay, String json, long now) {
        documents.put(relay, new Document(json, now));
    }

    @Override
    public Optional<Document> document(RelayUrl relay) {
        return Optional.ofNullable(documents.get(relay));
    }

    @Override
    public void remember(RelayUrl relay, Memory memory) {
        memories.compute(relay, (url, old) -> {
            List<Memory> all = new ArrayList<>(old == null ? List.of() : old);
            all.removeIf(one -> one.topic().equals(memory.topic()));
            all.add(memory);
            return all;
        });
    }

    @Override
    public List<Memory> memories(RelayUrl relay, long now) {
        return memories.getOrDefault(relay, List.of()).stream()
                .filter(memory -> memory.until() > now)
                .toList();
    }

    @Override
    public void forget(RelayUrl relay, String topic) {
        memories.computeIfPresent(
                relay,
                (url, all) -> all.stream()
                        .filter(memory -> !memory.topic().equals(topic))
                        .toList());
    }

    @Override
    public void close() {}
}
