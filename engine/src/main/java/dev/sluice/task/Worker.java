package dev.sluice.task;

/** A named platform thread, for the few fixed workers that own files or do nothing but compute. Nobody interrupts it. */
public final class Worker {

    private final Thread thread;

    private Worker(Thread thread) {
        this.thread = thread;
    }

    /** Starts a daemon thread: whoever starts it ends it in order before the process ends. */
    public static Worker start(String name, Runnable work) {
        Thread thread = Thread.ofPlatform()
                .name(name)
                .daemon()
                .inheritInheritableThreadLocals(false)
                .start(work);
        return new Worker(thread);
    }

    /** Blocks until the thread has ended. Not ended by an interrupt, whose flag stays set. */
    public void join() {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException cancelled) {
                // whoever closes a worker must see its end; the flag is put back below
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether this is the worker's own thread. */
    public boolean current() {
        return Thread.currentThread().equals(thread);
    }
}
