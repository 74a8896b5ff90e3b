package dev.sluice.app.cli;

/** What the command line asks for can't be done; the message says why. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
