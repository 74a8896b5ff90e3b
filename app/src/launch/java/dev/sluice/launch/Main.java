package dev.sluice.launch;

import java.lang.reflect.InvocationTargetException;

/**
 * Where the jar begins, on any Java from 11 on. A suitable one goes straight to the command line; an older one runs
 * the same command on a suitable Java of this machine, or says in one line what is needed and exits 3.
 */
public final class Main {
    private static final int UNSUITABLE_JAVA = 3;

    private Main() {}

    public static void main(String[] args) throws Throwable {
        if (Runtime.version().feature() >= Jdk.LEAST) {
            enter(args);
        } else {
            System.exit(handOver(args));
        }
    }

    /** By name only: the class that is entered can't be loaded, or even looked at, by an older Java. */
    private static void enter(String[] args) throws Throwable {
        try {
            Class.forName("dev.sluice.app.cli.Main")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static int handOver(String[] args) throws Exception {
        Jdk found = Jdk.find();
        if (found != null) {
            return new Relaunch(found, System.getProperty("java.class.path"), args).run();
        }
        System.err.println("sluice: needs Java " + Jdk.LEAST + " or later, this is "
                + Runtime.version().feature()
                + " and no other was found: install one, or name its folder in SLUICE_JAVA");
        return UNSUITABLE_JAVA;
    }
}
