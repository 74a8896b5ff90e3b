package dev.sluice.bench;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What one signature check costs on this machine now, with every core at it: microseconds of wall time a core. It is
 * native code that no change of ours makes faster, so it is the unit in which whole-process measurements of different
 * machines and days can be compared.
 */
public final class Verify {

    private static final int CHECKS = 20_000;

    private Verify() {}

    /** Prints the number alone. */
    public static void main(String[] arguments) throws InterruptedException {
        byte[] secret = new byte[32];
        secret[31] = 7;
        Event event = KeyPair.of(secret).sign(1_700_000_000, 1, List.of(), "a note");
        check(event, CHECKS / 10);
        List<Thread> threads = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            threads.add(Thread.ofPlatform().start(() -> check(event, CHECKS)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.printf(Locale.ROOT, "%.1f%n", (System.nanoTime() - start) / 1e3 / CHECKS);
    }

    private static void check(Event event, int times) {
        byte[] id = event.id().bytes();
        byte[] key = event.pubkey().bytes();
        byte[] sig = event.sig().bytes();
        for (int i = 0; i < times; i++) {
            if (!Verification.schnorr(id, key, sig)) {
                throw new IllegalStateException("its own signature was refused");
            }
        }
    }
}
