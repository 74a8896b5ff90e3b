package dev.sluice.app.cli;

import dev.sluice.task.ExitHook;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Runs a command so that the end of the process waits for it: on Ctrl-C or a termination signal the command's thread is
 * interrupted, and only when it has put everything away does the process end.
 */
final class CleanStop {

    /** Enough for the largest group of writes on a slow disk; after it the process ends as if killed. */
    private static final long PATIENCE_SECONDS = 60;

    private final Thread thread;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int code;

    private CleanStop(Thread thread) {
        this.thread = thread;
    }

    /** Runs the command on the calling thread. */
    static int run(IntSupplier command) {
        CleanStop stop = new CleanStop(Thread.currentThread());
        ExitHook.add("clean-stop", stop::await);
        try {
            stop.code = command.getAsInt();
            return stop.code;
        } finally {
            stop.ended.countDown();
        }
    }

    /** Runs while the process ends. When the command has ended by itself there is nothing to do. */
    private void await() {
        if (ended.getCount() == 0) {
            return;
        }
        interruptCommand();
        boolean clean;
        try {
            clean = ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            clean = false;
        }
        Runtime.getRuntime().halt(clean && code != Exit.DONE ? code : Exit.INTERRUPTED);
    }

    /** The signal is ours to pass on: nobody else knows the command's thread. */
    @SuppressWarnings("Interruption")
    private void interruptCommand() {
        thread.interrupt();
    }
}
