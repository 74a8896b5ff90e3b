package dev.sluice.app.cli;

/** What the process tells its caller. */
final class Exit {

    /** All was done. */
    static final int DONE = 0;
    /** The work failed or is not complete. */
    static final int INCOMPLETE = 1;
    /** The command line or the configuration is wrong. */
    static final int USAGE = 2;
    /** The archive is locked by another process, damaged or of an unknown format. (3, unsuitable Java, is the launcher's.) */
    static final int ARCHIVE = 4;
    /** Interrupted, after a clean stop: 128 and the number of SIGINT. */
    static final int INTERRUPTED = 130;

    private Exit() {}
}
