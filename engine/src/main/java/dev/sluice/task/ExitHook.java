package dev.sluice.task;

/** Work that is done when the process is asked to end: by a signal, or by {@code System.exit}. */
public final class ExitHook {

    private ExitHook() {}

    /** Adds work; it runs once, on a platform thread of this name, beside all other such work. The process waits for it. */
    public static void add(String name, Runnable work) {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name(name).unstarted(work));
    }
}
