package dev.sluice.store;

import org.h2.engine.SysProperties;

/** Settings of H2 that it reads once for the process. */
final class H2Settings {

    private static final String LOOPBACK = "127.0.0.1";

    private H2Settings() {}

    /** Has to run before the first class of H2 is loaded; what a person has set stays. */
    static void apply() {
        if (System.getProperty("h2.bindAddress") == null) {
            System.setProperty("h2.bindAddress", LOOPBACK);
        }
    }

    /** Whether the servers of H2 listen on the loopback address alone. By default they listen on all. */
    static boolean loopback() {
        return LOOPBACK.equals(SysProperties.BIND_ADDRESS);
    }
}
