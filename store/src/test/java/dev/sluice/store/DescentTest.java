package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many look-ups at once find what single ones find. Each case is named by its seed. */
@Timeout(10)
class DescentTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void ceilingsAreThoseOfSingleLookUps(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        try (MVStore store = new MVStore.Builder().keysPerPage(4).open()) {
            MVMap<Long, Long> map = store.openMap("map");
            int size = seed == 1 ? 0 : random.nextInt(1, 2_000);
            for (int i = 0; i < size; i++) {
                long key = random.nextLong(10_000);
                map.put(key, -key);
            }
            List<Long> keys = keys(random);
            List<String> single = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                Long ceiling = map.ceilingKey(keys.get(i));
                if (ceiling != null) {
                    single.add(i + ":" + ceiling + "=" + map.get(ceiling));
                }
            }
            List<String> together = new ArrayList<>();
            Descent.ceilings(map, keys, (place, key, value) -> together.add(place + ":" + key + "=" + value));
            assertEquals(single, together);
        }
    }

    private static List<Long> keys(SplittableRandom random) {
        TreeSet<Long> keys = new TreeSet<>();
        for (int i = random.nextInt(500); i > 0; i--) {
            keys.add(random.nextLong(-10, 10_100));
        }
        return List.copyOf(keys);
    }
}
