package dev.sluice.grasp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.ArchiveChanges;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Held;
import dev.sluice.archive.Item;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.archive.Verdict;
import dev.sluice.intake.Policy;
import dev.sluice.intake.RefusalReason;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which events belong to accepted repositories (GRASP-01): announcements that the rules accept, states of their authors,
 * whatever names an accepted repository or event, and whatever an accepted event names. Lists of servers, deletions and
 * requests to vanish are always taken. Its generation is another whenever other repositories are accepted, or other filters. Close it before
 * the archive.
 */
public final class Acceptance implements Policy, AutoCloseable {

    /** Every announcement. */
    static final Filter ANNOUNCEMENTS = Filter.ALL.withKinds(Set.of(Kind.REPOSITORY));

    private volatile List<Filter> besides;
    private final Mentions mentions = new Mentions();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Judge judge;

    /** Groups written while the archive is being read, in order; null after that. */
    @GuardedBy("lock")
    private @Nullable List<Written> early = new ArrayList<>();

    private volatile long generation;
    private final EventArchive.Watch watch;

    private record Written(List<Event> added, List<Item> removed) {}

    private Acceptance(GraspRules rules, List<Filter> besides, EventArchive archive) {
        this.besides = List.copyOf(besides);
        this.judge = new Judge(rules, mentions);
        this.generation = fingerprint();
        ArchiveChanges listener = this::written;
        this.watch = archive.watch(listener);
    }

    /**
     * Reads the announcements of an archive; blocks meanwhile.
     *
     * @param besides what is taken whatever it belongs to
     */
    public static Acceptance open(GraspRules rules, List<Filter> besides, EventArchive archive)
            throws InterruptedException {
        Acceptance acceptance = new Acceptance(rules, besides, archive);
        try {
            acceptance.read(archive.events(ANNOUNCEMENTS, Order.OLDEST_FIRST));
            return acceptance;
        } catch (InterruptedException | RuntimeException e) {
            acceptance.close();
            throw e;
        }
    }

    private void read(Scan<Event> scan) throws InterruptedException {
        for (List<Event> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            lock.lock();
            try {
                judge.written(slice, List.of());
            } finally {
                lock.unlock();
            }
        }
        lock.lock();
        try {
            List<Written> missed = early == null ? List.of() : early;
            early = null;
            for (Written group : missed) {
                judge.written(group.added(), group.removed());
            }
            generation = fingerprint();
        } finally {
            lock.unlock();
        }
    }

    /** On the archive's writer thread, after each group. */
    private void written(List<Event> added, List<Item> removed) {
        lock.lock();
        try {
            if (early != null) {
                early.add(new Written(added, removed));
            } else {
                judge.written(added, removed);
                generation = fingerprint();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes other events, whatever they belong to, from now on. */
    public void besides(List<Filter> others) {
        lock.lock();
        try {
            besides = List.copyOf(others);
            generation = fingerprint();
        } finally {
            lock.unlock();
        }
    }

    /** The same in every process: marks of what was refused outlive this one. */
    @GuardedBy("lock")
    private long fingerprint() {
        return judge.fingerprint()
                ^ besides.stream()
                        .map(Codec::encode)
                        .collect(Collectors.toSet())
                        .hashCode();
    }

    @Override
    public long generation() {
        return generation;
    }

    /** What accepted events name that is not here. */
    Mentions mentions() {
        return mentions;
    }

    @Override
    public void close() {
        watch.close();
    }

    @Override
    public Optional<Verdict.Refused> refusal(Event event, Held held) {
        lock.lock();
        try {
            boolean accepted = judge.accepts(event, held);
            if (!accepted && besides.stream().noneMatch(filter -> filter.matches(event))) {
                return Optional.of(RefusalReason.ORPHAN.because(reason(event)));
            }
            judge.letThrough(event);
            if (accepted) {
                judge.mention(event, held);
            }
            generation = fingerprint();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private static String reason(Event event) {
        return switch (event.kind()) {
            case Kind.REPOSITORY -> "it does not list this service in both clone and relays";
            case Kind.REPOSITORY_STATE -> "its author has announced no repository of this name that is accepted here";
            default -> "it names no accepted repository or event, and no accepted event names it";
        };
    }
}
