package dev.sluice.sync;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an operator has to know of one connection, each told once until there is something else to tell. One thread uses it. */
final class Warnings {
    private static final Logger LOG = LoggerFactory.getLogger(Warnings.class);

    private final String of;
    private String last = "";

    /** @param of the relay, or one connection to it */
    Warnings(String of) {
        this.of = of;
    }

    void warn(String text) {
        if (!text.equals(last)) {
            LOG.warn("{}: {}", of, text);
        }
        last = text;
    }
}
