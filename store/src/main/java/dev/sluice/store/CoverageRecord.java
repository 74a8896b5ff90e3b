package dev.sluice.store;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.CoverageKey;
import dev.sluice.nostr.RelayUrl;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;

/** How coverage stands in the file. */
final class CoverageRecord {

    /** Stands in no address of a relay and in no JSON, so it parts the key; a value may hold it. */
    private static final char PART = '\0';

    private static final int INTERVAL = 1;
    private static final int WALK = 2;

    static final PageType<Coverage> TYPE = PageType.ofValues(
            "coverage", coverage -> 120, CoverageRecord::write, CoverageRecord::read, Coverage[]::new);

    private CoverageRecord() {}

    static String key(CoverageKey key) {
        return base(key.relay(), key.base()) + PART + key.value();
    }

    /** The part of a key that names a relay and a base filter. */
    static String base(RelayUrl relay, String base) {
        return relay.toString() + PART + base;
    }

    /** What all keys of a relay begin with. */
    static String prefix(RelayUrl relay) {
        return relay.toString() + PART;
    }

    static CoverageEntry entry(String key, Coverage coverage) {
        int first = key.indexOf(PART);
        int second = key.indexOf(PART, first + 1);
        if (second < 0) {
            throw new IllegalArgumentException("not a key of coverage: " + key);
        }
        RelayUrl relay = RelayUrl.parse(key.substring(0, first))
                .orElseThrow(() -> new IllegalArgumentException("not a relay: " + key.substring(0, first)));
        return new CoverageEntry(
                new CoverageKey(relay, key.substring(first + 1, second), key.substring(second + 1)), coverage);
    }

    private static void write(WriteBuffer buffer, Coverage coverage) {
        int parts = (coverage.complete().isPresent() ? INTERVAL : 0)
                | (coverage.walk().isPresent() ? WALK : 0);
        buffer.put((byte) parts);
        coverage.complete()
                .ifPresent(complete -> buffer.putVarLong(complete.from()).putVarLong(complete.to() - complete.from()));
        coverage.walk().ifPresent(walk -> buffer.putVarLong(walk.cursor()).putVarLong(walk.start() - walk.cursor()));
    }

    private static Coverage read(ByteBuffer buffer) {
        int parts = buffer.get();
        Optional<Coverage.Interval> complete = Optional.empty();
        Optional<Coverage.Walk> walk = Optional.empty();
        if ((parts & INTERVAL) != 0) {
            long from = DataUtils.readVarLong(buffer);
            complete = Optional.of(new Coverage.Interval(from, from + DataUtils.readVarLong(buffer)));
        }
        if ((parts & WALK) != 0) {
            long cursor = DataUtils.readVarLong(buffer);
            walk = Optional.of(new Coverage.Walk(cursor, cursor + DataUtils.readVarLong(buffer)));
        }
        return new Coverage(complete, walk);
    }
}
