package dev.sluice.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * What well-behaved clients notice of hostile ones: the time from a REQ to its EOSE, alone, beside them, and alone again.
 * Arguments: the relay's URL, how many hostile clients, seconds of each part. They run in a process of lower
 * priority, so that what is measured is the relay and not who gets the cores of this machine.
 */
public final class BesideHostile {

    /** So many, each with an address of its own, ask about three times a second each. */
    private static final int WELL_BEHAVED = 6;

    private static final int PAUSE_MILLIS = 300;

    private final URI relay;
    private final int seconds;

    private BesideHostile(URI relay, int seconds) {
        this.relay = relay;
        this.seconds = seconds;
    }

    /** The times of one part, in milliseconds, sorted. */
    private static final class Times {
        private final double[] sorted;

        Times(double[] sorted) {
            this.sorted = sorted;
        }

        double at(double share) {
            return sorted[(int) Math.min(sorted.length - 1L, Math.round(share * sorted.length))];
        }

        void print(String what) {
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %5d REQs: p50 %6.1f ms, p90 %6.1f ms, p99 %6.1f ms, worst %6.1f ms%n",
                    what,
                    sorted.length,
                    at(0.5),
                    at(0.9),
                    at(0.99),
                    sorted[sorted.length - 1]);
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        BesideHostile bench = new BesideHostile(URI.create(arguments[0]), Integer.parseInt(arguments[2]));
        Times unused = bench.measure();
        Times quiet = bench.measure();
        quiet.print("alone");
        Times own = bench.beside(arguments[1], "own");
        Times between = bench.measure();
        between.print("alone");
        Times shared = bench.beside(arguments[1], "shared");
        Times after = bench.measure();
        after.print("alone");
        double alone = Math.max(quiet.at(0.99), Math.max(between.at(0.99), after.at(0.99)));
        System.out.printf(
                Locale.ROOT,
                "p99 beside hostile clients ÷ alone: %.2f with addresses of their own, %.2f with one address%n",
                own.at(0.99) / alone,
                shared.at(0.99) / alone);
    }

    private Times beside(String count, String addresses) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process hostile = new ProcessBuilder(List.of(
                        "nice",
                        "-n",
                        "5",
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostileClients.class.getName(),
                        relay.toString(),
                        count,
                        addresses))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = hostile.inputReader()) {
            if (!HostileClients.BEGUN.equals(said.readLine())) {
                throw new IOException("the hostile clients did not begin");
            }
            Times times = measure();
            times.print("beside " + count + ", " + addresses);
            // the process's own destroy would close what it says at its end
            hostile.toHandle().destroy();
            System.out.println(said.readLine());
            return times;
        } finally {
            hostile.destroy();
            hostile.waitFor();
        }
    }

    private Times measure() throws InterruptedException {
        List<Double> times = Collections.synchronizedList(new ArrayList<>());
        List<Thread> clients = new ArrayList<>();
        for (int i = 1; i <= WELL_BEHAVED; i++) {
            String address = "198.51.100." + i;
            clients.add(Thread.ofVirtual().start(() -> ask(address, times)));
        }
        for (Thread client : clients) {
            client.join();
        }
        return new Times(
                times.stream().mapToDouble(Double::doubleValue).sorted().toArray());
    }

    private void ask(String address, List<Double> times) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        try (PlainSocket socket = PlainSocket.open(relay, address)) {
            for (int turn = 0; System.nanoTime() - end < 0; turn++) {
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(2 * PAUSE_MILLIS));
                times.add(millis(socket, turn));
            }
        } catch (IOException cutOff) {
            System.out.println("  a well-behaved client was cut off: " + cutOff.getMessage());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** One page of a hundred events. */
    private static double millis(PlainSocket socket, int turn) throws IOException {
        String id = "well" + turn;
        byte[] ask = PlainSocket.frame("[\"REQ\",\"" + id + "\",{\"kinds\":[1,1617,1621],\"limit\":100}]");
        long start = System.nanoTime();
        socket.send(ask);
        String said = socket.receive();
        while (!said.startsWith("[\"EOSE\",\"" + id)) {
            if (said.startsWith("[\"CLOSED\"") || said.startsWith("[\"NOTICE\"")) {
                throw new IOException(said);
            }
            said = socket.receive();
        }
        double millis = (System.nanoTime() - start) / 1e6;
        socket.send("[\"CLOSE\",\"" + id + "\"]");
        return millis;
    }
}
