package dev.sluice.intake;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Standing;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes and verifies chunks of an import and hands them to the archive. */
final class ImportWorker implements Runnable {

    private final ImportQueue queue;
    private final EventArchive archive;
    private final Policy policy;
    private final boolean verify;

    ImportWorker(ImportQueue queue, EventArchive archive, Policy policy, boolean verify) {
        this.queue = queue;
        this.archive = archive;
        this.policy = policy;
        this.verify = verify;
    }

    @Override
    public void run() {
        try {
            for (Optional<Chunk> chunk = queue.take(); chunk.isPresent(); chunk = queue.take()) {
                judge(chunk.get());
            }
        } catch (InterruptedException e) {
            // a worker is not interrupted; if it is all the same, it ends
            Thread.currentThread().interrupt();
        }
    }

    private void judge(Chunk chunk) throws InterruptedException {
        try {
            Judged judged = new Judged(chunk);
            if (verify) {
                judged.settleKnown(archive.standing(judged.ids()));
                judged.settleFaults();
            }
            submit(judged);
        } catch (RuntimeException e) {
            // whoever waits for the chunk is told
            chunk.verdicts().completeExceptionally(e);
        }
    }

    private void submit(Judged judged) throws InterruptedException {
        if (judged.events.isEmpty()) {
            judged.complete(List.of());
            return;
        }
        var unused = archive.submit(new Write.Events(judged.events, policy, false))
                .whenComplete((verdicts, failure) -> judged.complete(verdicts, failure));
    }

    /** The verdicts of a chunk as far as they are known, and the events that still need one. */
    private static final class Judged {

        private final Chunk chunk;
        private final @Nullable Verdict[] verdicts;
        private final List<Event> events;
        private final List<Integer> places;

        Judged(Chunk chunk) {
            int size = chunk.lines().size();
            this.chunk = chunk;
            this.verdicts = new @Nullable Verdict[size];
            this.events = new ArrayList<>(size);
            this.places = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                decode(i, chunk.lines().get(i));
            }
        }

        private void decode(int place, String line) {
            switch (Codec.event(line)) {
                case Decoded.Message<Event>(Event event) -> {
                    events.add(event);
                    places.add(place);
                }
                case Decoded.Malformed<Event> malformed ->
                    verdicts[place] = RefusalReason.MALFORMED.because(malformed.reason());
            }
        }

        List<EventId> ids() {
            return events.stream().map(Event::id).toList();
        }

        void settleKnown(List<Standing> standings) {
            settle(at -> standings.get(at).verdict());
        }

        void settleFaults() {
            settle(at -> Verification.check(events.get(at)).map(Faults::refusal));
        }

        /** Takes out the events that get a verdict. */
        private void settle(EarlyVerdict early) {
            int kept = 0;
            for (int at = 0; at < events.size(); at++) {
                Optional<Verdict> verdict = early.of(at);
                if (verdict.isPresent()) {
                    verdicts[places.get(at)] = verdict.get();
                } else {
                    events.set(kept, events.get(at));
                    places.set(kept, places.get(at));
                    kept++;
                }
            }
            events.subList(kept, events.size()).clear();
            places.subList(kept, places.size()).clear();
        }

        void complete(@Nullable List<Verdict> late, @Nullable Throwable failure) {
            if (late == null || late.size() != events.size()) {
                chunk.verdicts().completeExceptionally(failure == null ? new IllegalStateException() : failure);
            } else {
                complete(late);
            }
        }

        void complete(List<Verdict> late) {
            for (int at = 0; at < late.size(); at++) {
                verdicts[places.get(at)] = late.get(at);
            }
            chunk.verdicts().complete(List.of(verdicts));
        }
    }

    /** The verdict on the event at a place, when it needs no archive. */
    @FunctionalInterface
    private interface EarlyVerdict {
        Optional<Verdict> of(int at);
    }
}
