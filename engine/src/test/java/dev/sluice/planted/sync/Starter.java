package dev.sluice.planted.sync;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** Starts threads in every way there is. */
final class Starter extends Thread {
    private final ExecutorService pool = new ForkJoinPool();
    private final ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();

    long startAll(Runnable task) {
        new Thread(task).start();
        Thread.ofVirtual().start(task);
        Thread.ofPlatform().start(task);
        Thread.startVirtualThread(task);
        CompletableFuture<Void> done = CompletableFuture.runAsync(task, pool);
        return List.of(done, virtual).parallelStream().count();
    }
}
