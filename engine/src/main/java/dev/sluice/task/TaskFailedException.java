package dev.sluice.task;

import org.jspecify.annotations.Nullable;

/** A task of a scope threw; the cause is what it threw. */
public final class TaskFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TaskFailedException(String task, @Nullable Throwable cause) {
        super(task + " failed: " + cause, cause);
    }
}
