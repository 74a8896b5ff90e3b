package dev.sluice.app.cli;

import java.io.IOException;

/** Standard output takes no more. */
final class OutputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OutputException(IOException cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }

    /** Whether the reader has simply gone, as {@code head} does: no fault of anybody. */
    boolean readerGone() {
        return String.valueOf(getMessage()).contains("Broken pipe");
    }
}
