package dev.sluice.app.control;

import java.io.IOException;

/** The other side of a control connection has ended it. */
final class PeerGoneException extends IOException {

    private static final long serialVersionUID = 1L;

    PeerGoneException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
