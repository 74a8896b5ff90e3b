package dev.sluice.archive;

import dev.sluice.nostr.EventId;
import dev.sluice.nostr.RelayUrl;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What relays offer in vain. Its owner guards it. */
final class MemoryRefusals {

    private final TreeMap<Key, Refusals.Item> items = new TreeMap<>(Comparator.comparingLong(Key::createdAt)
            .thenComparing(Key::id)
            .thenComparing(key -> key.relay().toString())
            .thenComparing(Key::base));

    private record Key(RelayUrl relay, String base, long createdAt, EventId id) {}

    void put(Refusals refusals) {
        RelayUrl relay = refusals.relay();
        refusals.items().forEach(item -> items.put(new Key(relay, refusals.base(), item.createdAt(), item.id()), item));
        long over = count(relay) - Refusals.MOST_PER_RELAY;
        if (over > 0) {
            List<Key> oldest = items.keySet().stream()
                    .filter(key -> key.relay().equals(relay))
                    .limit(over)
                    .toList();
            oldest.forEach(items::remove);
        }
    }

    List<Refusals.Item> find(Refusals.Query query) {
        return items.entrySet().stream()
                .filter(entry -> entry.getKey().relay().equals(query.relay())
                        && entry.getKey().base().equals(query.base()))
                .map(Map.Entry::getValue)
                .filter(query::asksFor)
                .toList();
    }

    long count(RelayUrl relay) {
        return items.keySet().stream().filter(key -> key.relay().equals(relay)).count();
    }
}
