package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Work that the writer does in steps between groups. */
final class Chore {

    private final BooleanSupplier step;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** @param step does a little; false when there is nothing left to do */
    Chore(BooleanSupplier step) {
        this.step = step;
    }

    CompletableFuture<Void> done() {
        return done;
    }

    /** Does one step. Returns whether more is to do. */
    boolean run() {
        boolean more = step.getAsBoolean();
        if (!more) {
            done.complete(null);
        }
        return more;
    }

    void fail(ArchiveException reason) {
        done.completeExceptionally(reason);
    }
}
