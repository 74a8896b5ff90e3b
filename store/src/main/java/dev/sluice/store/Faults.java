package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.ArchiveException.Kind;
import java.io.EOFException;
import java.io.IOException;
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
            case DataUtils.ERROR_CLOSED -> closed(file, fault);
            default -> isDiskFault(fault) ? disk(file, what, fault) : damaged(file, what, fault);
        };
    }

    /** After a failed write the layer below closes itself and keeps the reason as a cause. */
    private static ArchiveException closed(String file, MVStoreException fault) {
        return isDiskFault(fault)
                ? disk(file, String.valueOf(fault.getMessage()), fault)
                : new ArchiveException(Kind.CLOSED, "The archive " + file + " is closed", fault);
    }

    private static ArchiveException disk(String file, String what, MVStoreException fault) {
        return new ArchiveException(
                Kind.IO,
                "The archive " + file + " can't be read or written: " + what
                        + ". Check the disk and its free space, then start again.",
                fault);
    }

    /** A file that ends too early is damaged; every other failure of input or output is the disk's. */
    private static boolean isDiskFault(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return !(cause instanceof EOFException);
            }
        }
        return false;
    }
}
