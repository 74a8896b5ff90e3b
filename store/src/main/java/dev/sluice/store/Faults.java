package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.ArchiveException.Kind;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;

/** Says in the archive's words what the file's layer reports, and what to do about it. */
final class Faults {

    private Faults() {}

    /** What went wrong while an archive was opened, read or written. */
    static ArchiveException of(String file, Throwable cause) {
        return switch (cause) {
            case ArchiveException known -> known;
            case MVStoreException fault -> of(file, fault);
            case IllegalArgumentException fault -> damaged(file, String.valueOf(fault.getMessage()), fault);
            default -> new ArchiveException(Kind.IO, "The archive " + file + " failed: " + cause, cause);
        };
    }

    static ArchiveException damaged(String file, String what, Throwable cause) {
        return new ArchiveException(
                Kind.DAMAGED,
                "The archive " + file + " is damaged: " + what
                        + ". Run `sluice check --rebuild` to make its indexes anew, or restore a backup.",
                cause);
    }

    private static ArchiveException of(String file, MVStoreException fault) {
        String what = String.valueOf(fault.getMessage());
        return switch (fault.getErrorCode()) {
            case DataUtils.ERROR_FILE_LOCKED ->
                new ArchiveException(
                        Kind.LOCKED,
                        "The archive " + file + " is in use by another process. Stop that process.",
                        fault);
            case DataUtils.ERROR_UNSUPPORTED_FORMAT ->
                new ArchiveException(Kind.UNKNOWN_FORMAT, "The archive " + file + " can't be read: " + what, fault);
            case DataUtils.ERROR_CLOSED ->
                new ArchiveException(Kind.CLOSED, "The archive " + file + " is closed", fault);
            case DataUtils.ERROR_READING_FAILED, DataUtils.ERROR_WRITING_FAILED ->
                new ArchiveException(
                        Kind.IO,
                        "The archive " + file + " can't be read or written: " + what
                                + ". Check the disk and its free space, then start again.",
                        fault);
            default -> damaged(file, what, fault);
        };
    }
}
