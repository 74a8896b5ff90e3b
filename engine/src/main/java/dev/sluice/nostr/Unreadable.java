package dev.sluice.nostr;

import java.io.IOException;

/** A text that is not what it should be. Never leaves the package: the codec turns it into a value. */
final class Unreadable extends IOException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    Unreadable(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }

    /** None: it is only a way out of nested readers. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
