package dev.sluice.archive;

/** The archive can't do its work: locked by another process, damaged, of an unknown format, or the disk failed. */
public final class ArchiveException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** What is wrong. */
    public enum Kind {
        LOCKED,
        DAMAGED,
        UNKNOWN_FORMAT,
        IO,
        CLOSED
    }

    /** The message says what is wrong, where, and what to do. */
    public ArchiveException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public ArchiveException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
