package dev.sluice.negentropy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Recorded rounds of another implementation: every frame of both sides must be the same. */
@Tag("corpus")
@Timeout(60)
class GoldenFramesTest {

    @Test
    void everyFrameIsByteIdenticalToTheReference() throws IOException {
        Path golden = Path.of(System.getProperty("sluice.corpus"), "negentropy-golden.jsonl");
        JsonObject sets = new JsonObject();
        int runs = 0;
        for (String line : Files.readAllLines(golden)) {
            JsonObject row = JsonParser.parseString(line).getAsJsonObject();
            if (row.get("type").getAsString().equals("sets")) {
                sets = row;
            } else {
                replay(sets, row);
                runs++;
            }
        }
        assertTrue(runs > 0);
    }

    private static void replay(JsonObject sets, JsonObject run) {
        int limit = run.get("frameSizeLimit").getAsInt();
        String name = run.get("name").getAsString() + " at " + limit;
        Rounds.Outcome outcome = Rounds.run(items(sets, "client"), limit, items(sets, "server"), limit);
        List<JsonElement> messages = run.getAsJsonArray("messages").asList();
        for (int i = 0; i < messages.size(); i++) {
            String expected = messages.get(i).getAsJsonObject().get("hex").getAsString();
            assertEquals(expected, outcome.frames().get(i).hex(), name + " frame " + i);
        }
        assertEquals(messages.size(), outcome.frames().size(), name);
        assertEquals(ids(sets, "have"), outcome.onlyHere(), name);
        assertEquals(ids(sets, "need"), outcome.onlyThere(), name);
    }

    private static ItemSet items(JsonObject sets, String side) {
        ItemSet.Builder builder = ItemSet.builder(0);
        for (JsonElement item : sets.getAsJsonArray(side)) {
            String[] parts = item.getAsString().split(":");
            builder.add(
                    Long.parseLong(parts[0]),
                    word(parts[1], 0),
                    word(parts[1], 16),
                    word(parts[1], 32),
                    word(parts[1], 48));
        }
        return builder.build();
    }

    private static long word(String hex, int at) {
        return new BigInteger(hex.substring(at, at + 16), 16).longValue();
    }

    private static TreeSet<String> ids(JsonObject sets, String side) {
        TreeSet<String> ids = new TreeSet<>();
        sets.getAsJsonArray(side).forEach(id -> ids.add(id.getAsString()));
        return ids;
    }
}
