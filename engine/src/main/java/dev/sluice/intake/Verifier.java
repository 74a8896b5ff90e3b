package dev.sluice.intake;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Standing;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Verification;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes batches from the lanes, asks the archive which ids it knows, verifies the others and hands them on. An id counts
 * as known only when the archive says so: a copy with a wrong signature never stands in the way of a good one, and an
 * event whose id is known is never looked at again, whatever its content.
 */
final class Verifier implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Verifier.class);

    private final Lanes lanes;
    private final EventArchive archive;
    private final Policy policy;
    private final Feed feed;
    private final Counters counters;

    Verifier(Lanes lanes, EventArchive archive, Policy policy, Feed feed, Counters counters) {
        this.lanes = lanes;
        this.archive = archive;
        this.policy = policy;
        this.feed = feed;
        this.counters = counters;
    }

    /** Works until the lanes are closed. */
    @Override
    public void run() {
        try {
            for (List<Queued> batch = lanes.take(); !batch.isEmpty(); batch = lanes.take()) {
                judge(wanted(batch));
            }
        } catch (InterruptedException e) {
            // a worker is not interrupted; if it is all the same, it ends
            Thread.currentThread().interrupt();
        }
    }

    /** Without the events of requests that were given up. */
    private static List<Queued> wanted(List<Queued> batch) {
        List<Queued> wanted = new ArrayList<>(batch.size());
        for (Queued queued : batch) {
            if (queued.claim().dropped()) {
                queued.claim().discard();
            } else {
                wanted.add(queued);
            }
        }
        return wanted;
    }

    private void judge(List<Queued> batch) throws InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        List<Queued> verified;
        boolean urgent;
        try {
            verified = verified(batch, archive.standing(ids(batch)));
            urgent = checked(batch);
        } catch (ArchiveException e) {
            batch.forEach(queued -> queued.claim().fail(e));
            return;
        }
        if (!verified.isEmpty()) {
            submit(verified, urgent);
        }
    }

    private static List<EventId> ids(List<Queued> batch) {
        List<EventId> ids = new ArrayList<>(batch.size());
        batch.forEach(queued -> ids.add(queued.event().id()));
        return ids;
    }

    private List<Queued> verified(List<Queued> batch, List<Standing> standings) {
        List<Queued> verified = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            Queued queued = batch.get(i);
            Optional<Verdict> early = known(standings.get(i)).or(() -> fault(queued.event()));
            early.ifPresentOrElse(
                    verdict -> queued.claim().settle(queued.event(), verdict), () -> verified.add(queued));
        }
        return verified;
    }

    private Optional<Verdict> known(Standing standing) {
        Optional<Verdict> verdict = standing.verdict();
        if (verdict.isPresent()) {
            counters.knew();
        }
        return verdict;
    }

    private Optional<Verdict> fault(Event event) {
        Optional<Verdict> fault = Verification.check(event).map(Faults::refusal);
        counters.verified(fault.isEmpty());
        return fault;
    }

    private static boolean checked(List<Queued> batch) {
        boolean urgent = false;
        for (Queued queued : batch) {
            urgent |= queued.claim().checked();
        }
        return urgent;
    }

    private void submit(List<Queued> batch, boolean urgent) throws InterruptedException {
        List<Event> events = new ArrayList<>(batch.size());
        batch.forEach(queued -> events.add(queued.event()));
        Write.Events write = new Write.Events(events, guard(batch), urgent);
        feed.expect(write.events());
        try {
            var unused = archive.submit(write).whenComplete((verdicts, failure) -> settle(batch, verdicts, failure));
        } catch (ArchiveException e) {
            fail(batch, e);
        }
    }

    private Guard guard(List<Queued> batch) {
        Set<EventId> byAuthors = new HashSet<>();
        for (Queued queued : batch) {
            if (queued.claim().byAuthor()) {
                byAuthors.add(queued.event().id());
            }
        }
        return byAuthors.isEmpty()
                ? policy
                : (event, held) -> byAuthors.contains(event.id())
                        ? policy.refusalToAuthor(event, held)
                        : policy.refusal(event, held);
    }

    /** Runs on the archive's writer thread. */
    private void settle(List<Queued> batch, @Nullable List<Verdict> verdicts, @Nullable Throwable failure) {
        if (verdicts == null) {
            fail(batch, failure instanceof ArchiveException known ? known : broken(failure));
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            Queued queued = batch.get(i);
            feed.judged(queued.event(), verdicts.get(i));
            queued.claim().settle(queued.event(), verdicts.get(i));
        }
    }

    private void fail(List<Queued> batch, ArchiveException failure) {
        for (Queued queued : batch) {
            feed.forget(queued.event());
            queued.claim().fail(failure);
        }
    }

    private static ArchiveException broken(@Nullable Throwable failure) {
        LOG.error("the archive failed", failure);
        return new ArchiveException(ArchiveException.Kind.IO, "the archive failed: " + failure);
    }
}
