package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** A round between two sides that speak the line protocol, over random sets, as the reference's own suite drives it. */
final class HarnessRound {

    /** One side: what is said to it, and the lines by which it answers up to the last of an answer. */
    interface Side {

        void say(String line) throws IOException;

        List<String> answer() throws IOException;
    }

    private final String name;
    private final SplittableRandom random;
    private final Side client;
    private final int clientLimit;
    private final Side server;
    private final int serverLimit;
    private final Set<String> clientIds = new TreeSet<>();
    private final Set<String> serverIds = new TreeSet<>();

    /** Limits are in bytes, 0 is none. */
    HarnessRound(long seed, Side client, int clientLimit, Side server, int serverLimit) {
        this.name = "seed " + seed + ", limits " + clientLimit + " and " + serverLimit;
        this.random = new SplittableRandom(seed);
        this.client = client;
        this.clientLimit = clientLimit;
        this.server = server;
        this.serverLimit = serverLimit;
    }

    /** A frame limit that a seed chooses: none, tight or wide. */
    static int limit(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> 4096 + random.nextInt(5000);
            default -> 4096 + random.nextInt(500_000);
        };
    }

    /** Adds items, of which the weights say how many only the client, only the server and both have. */
    HarnessRound items(int count, int onlyClient, int onlyServer, int both) throws IOException {
        int seconds = random.nextBoolean() ? 5 : count;
        for (int i = 0; i < count; i++) {
            String id = "%016x%016x%016x%016x"
                    .formatted(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
            String line = "item," + (1_677_970_534L + random.nextInt(seconds)) + "," + id;
            int drawn = random.nextInt(onlyClient + onlyServer + both);
            if (drawn < onlyClient || drawn >= onlyClient + onlyServer) {
                client.say(line);
                clientIds.add(id);
            }
            if (drawn >= onlyClient) {
                server.say(line);
                serverIds.add(id);
            }
        }
        return this;
    }

    /** Runs the round; both sides then have all. */
    void reconcile() throws IOException {
        client.say("seal");
        server.say("seal");
        client.say("initiate");
        for (String next = learned(); !next.equals("done"); next = learned()) {
            assertFrame(next, clientLimit);
            server.say(next);
            List<String> reply = server.answer();
            assertEquals(1, reply.size(), name);
            assertFrame(reply.get(0), serverLimit);
            client.say(reply.get(0));
        }
        assertEquals(clientIds, serverIds, name);
    }

    /** Takes what the client has learned and returns the last line of its answer. */
    private String learned() throws IOException {
        List<String> lines = client.answer();
        for (String line : lines.subList(0, lines.size() - 1)) {
            String id = line.substring(5);
            switch (line.substring(0, 5)) {
                case "have," -> assertTrue(clientIds.contains(id) && serverIds.add(id), name + ": " + line);
                case "need," -> assertTrue(serverIds.contains(id) && clientIds.add(id), name + ": " + line);
                default -> throw new AssertionError(name + ": " + line);
            }
        }
        return lines.get(lines.size() - 1);
    }

    private void assertFrame(String line, int limit) {
        assertTrue(line.startsWith("msg,61"), name);
        assertTrue(limit == 0 || (line.length() - 4) / 2 <= limit, name);
    }
}
