package dev.sluice.launch;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The same command on another Java: same streams, signals passed on, its exit code ours. */
final class Relaunch {
    private final List<String> command = new ArrayList<>();

    Relaunch(Jdk jdk, String jar, String[] args) {
        command.add(jdk.executable());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-jar"); // so that the manifest's Enable-Native-Access counts
        command.add(jar);
        Collections.addAll(command, args);
    }

    int run() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(command).inheritIO().start();
        Thread passOn = new Thread(() -> stop(child), "signal");
        Runtime.getRuntime().addShutdownHook(passOn);
        int code = child.waitFor();
        try {
            Runtime.getRuntime().removeShutdownHook(passOn);
        } catch (IllegalStateException e) {
            passOn.join(); // a signal came: the hook ends this process with the child's code
        }
        return code;
    }

    /** Runs when this process is told to end: it ends after the child, and with the child's code. */
    private static void stop(Process child) {
        child.destroy();
        try {
            Runtime.getRuntime().halt(child.waitFor());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
