package dev.sluice.intake;

import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Event;
import java.util.concurrent.CompletableFuture;

/** One event that a client published, who may be its author. */
record Publication(CompletableFuture<Verdict> verdict, boolean byAuthor) implements Claim {

    @Override
    public boolean checked() {
        return true;
    }

    @Override
    public boolean dropped() {
        return verdict.isDone();
    }

    @Override
    public void discard() {
        verdict.cancel(false);
    }

    @Override
    public void settle(Event event, Verdict outcome) {
        verdict.complete(outcome);
    }

    @Override
    public void fail(RuntimeException failure) {
        verdict.completeExceptionally(failure);
    }
}
