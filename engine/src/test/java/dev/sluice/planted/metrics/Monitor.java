package dev.sluice.planted.metrics;

/** Locks the object and keeps a value by thread. */
final class Monitor {
    private final ThreadLocal<Integer> count = ThreadLocal.withInitial(() -> 0);

    synchronized int count() {
        return count.get();
    }
}
