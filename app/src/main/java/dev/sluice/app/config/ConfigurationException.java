package dev.sluice.app.config;

import java.util.List;

/** A configuration that can't be used; the message names the file, the line and the column of each fault. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConfigurationException(Fault fault) {
        this(List.of(fault));
    }

    ConfigurationException(List<Fault> faults) {
        super(String.join("\n", faults.stream().map(Fault::toString).toList()));
    }

    /** One fault; line and column count from 1. */
    record Fault(String file, int line, int column, String what) {
        @Override
        public String toString() {
            return file + ":" + line + ":" + column + ": " + what;
        }
    }
}
