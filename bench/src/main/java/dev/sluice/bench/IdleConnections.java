package dev.sluice.bench;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What connections cost that have one subscription each and say nothing: memory, and how long an event takes to all of
 * them. Arguments: the relay's URL, how many, the relay's process id.
 */
public final class IdleConnections {

    private static final int EVENTS = 20;

    private final URI relay;
    private final long pid;
    private final List<PlainSocket> sockets = new ArrayList<>();

    private IdleConnections(URI relay, long pid) {
        this.relay = relay;
        this.pid = pid;
    }

    /** Of the relay's process, in bytes. */
    private record Memory(long heap, long resident) {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        IdleConnections bench = new IdleConnections(URI.create(arguments[0]), Long.parseLong(arguments[2]));
        int count = Integer.parseInt(arguments[1]);
        bench.open(10);
        Memory before = bench.memory();
        bench.open(count);
        Memory after = bench.memory();
        System.out.printf(
                Locale.ROOT,
                "%,d connections: %.1f KiB of heap each, %.1f KiB of resident memory each (%,d MiB and %,d MiB in all)%n",
                count,
                (after.heap() - before.heap()) / 1024.0 / count,
                (after.resident() - before.resident()) / 1024.0 / count,
                after.heap() >> 20,
                after.resident() >> 20);
        bench.fanOut();
        System.exit(0);
    }

    private void open(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            PlainSocket socket = PlainSocket.open(relay, "");
            socket.send("[\"REQ\",\"idle\",{\"kinds\":[1],\"limit\":0}]");
            String unused = socket.receive();
            sockets.add(socket);
        }
    }

    /** Publishes one event after the other; each is published when all have the one before. */
    private void fanOut() throws IOException, InterruptedException {
        double[] millis = new double[EVENTS * sockets.size()];
        KeyPair author = KeyPair.parse("07".repeat(32));
        long[] sentNanos = new long[EVENTS];
        List<CountDownLatch> heard = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            heard.add(new CountDownLatch(sockets.size()));
        }
        for (int s = 0; s < sockets.size(); s++) {
            int place = s;
            Thread.ofVirtual().start(() -> listen(place, millis, sentNanos, heard));
        }
        try (PlainSocket publisher = PlainSocket.open(relay, "")) {
            for (int i = 0; i < EVENTS; i++) {
                Event event = author.sign(System.currentTimeMillis() / 1_000, 1, List.of(), "event " + i);
                sentNanos[i] = System.nanoTime();
                publisher.send("[\"EVENT\"," + Codec.encode(event) + "]");
                if (!heard.get(i).await(60, TimeUnit.SECONDS)) {
                    throw new IOException(heard.get(i).getCount() + " have not heard of event " + i);
                }
            }
        }
        Arrays.sort(millis);
        System.out.printf(
                Locale.ROOT,
                "an event to all of them: p50 %.1f ms, p99 %.1f ms, the last %.1f ms%n",
                millis[millis.length / 2],
                millis[millis.length * 99 / 100],
                millis[millis.length - 1]);
    }

    private void listen(int place, double[] millis, long[] sentNanos, List<CountDownLatch> heard) {
        try {
            for (int i = 0; i < EVENTS; i++) {
                String unused = sockets.get(place).receive();
                millis[i * sockets.size() + place] = (System.nanoTime() - sentNanos[i]) / 1e6;
                heard.get(i).countDown();
            }
        } catch (IOException cutOff) {
            System.out.println("  cut off: " + cutOff.getMessage());
        }
    }

    /** After a full collection. */
    private Memory memory() throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process histogram = new ProcessBuilder(jcmd, Long.toString(pid), "GC.class_histogram").start();
        long heap = 0;
        for (String line : histogram.inputReader().lines().toList()) {
            String[] words = line.strip().split("\\s+", -1);
            heap = words[0].equals("Total") ? Long.parseLong(words[2]) : heap;
        }
        histogram.waitFor();
        long resident = 0;
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
            resident = line.startsWith("VmRSS:") ? Long.parseLong(line.replaceAll("\\D", "")) << 10 : resident;
        }
        return new Memory(heap, resident);
    }
}
