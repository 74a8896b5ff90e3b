package dev.sluice.bench;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Hostile clients of all sorts until the process is ended. Arguments: the relay's URL, how many, own or shared addresses. */
public final class HostileClients {

    /** Said once all have knocked. */
    static final String BEGUN = "begun";

    private HostileClients() {}

    /** Attacks; whoever is cut off or not let in comes again at once, or nearly so. */
    public static void main(String[] arguments) throws InterruptedException {
        URI relay = URI.create(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        boolean own = arguments[2].equals("own");
        AtomicLong entered = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> System.out.printf(
                        Locale.ROOT,
                        "  they came in %,d times, and were cut off or turned away %,d times%n",
                        entered.get(),
                        refused.get())));
        List<Hostility> sorts = List.of(Hostility.values());
        CountDownLatch knocked = new CountDownLatch(count);
        List<Thread> attackers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Hostility sort = sorts.get(i % sorts.size());
            String address = own ? "203.0." + i / 250 + "." + (1 + i % 250) : "203.0.113.7";
            attackers.add(Thread.ofVirtual().start(() -> attack(relay, sort, address, entered, refused, knocked)));
        }
        knocked.await();
        System.out.println(BEGUN);
        for (Thread attacker : attackers) {
            attacker.join();
        }
    }

    private static void attack(
            URI relay, Hostility sort, String address, AtomicLong entered, AtomicLong refused, CountDownLatch knocked) {
        while (true) {
            try (PlainSocket socket = PlainSocket.open(relay, address)) {
                entered.incrementAndGet();
                knocked.countDown();
                sort.attack(socket);
            } catch (IOException cutOff) {
                refused.incrementAndGet();
                knocked.countDown();
            }
            try {
                TimeUnit.MILLISECONDS.sleep(100);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
