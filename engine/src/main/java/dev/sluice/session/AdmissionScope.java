package dev.sluice.session;

import dev.sluice.budget.Admission;
import dev.sluice.budget.Slot;
import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.nostr.Filter;
import dev.sluice.plan.RequestBytes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * Brings a set of live groups about, whole or not at all; use it in a try-with-resources and {@link #commit} it. Groups
 * that are live already stay as they are. New ones are opened before old ones are closed where slots and bytes allow, else
 * after; then the slots of the old ones are kept until it is known which set stays (RULES 3.5).
 *
 * <p>Unless it was committed, closing it undoes everything, also under an interrupt: what it opened is closed in reverse
 * order, and what it had closed is opened again if the relay bears that now. If it does not, nothing is live: never a
 * part of a set. A thread's own; nothing of it outlives the connection.
 */
public final class AdmissionScope implements AutoCloseable {
    private final RelaySession session;
    private final SlotLedger ledger;
    private final List<Request> former;

    /** Held, and under no request. */
    private final Queue<Slot> spare = new ArrayDeque<>();

    // mutable state
    private List<Request> kept = List.of();
    private List<Request> leaving = List.of();
    private List<Request> opened = new ArrayList<>();
    private boolean closedFirst;
    private boolean gap;
    private List<Request> live;

    /** @param former what is live now */
    public AdmissionScope(RelaySession session, List<Request> former) {
        this.session = session;
        this.ledger = session.ledger();
        this.former = List.copyOf(former);
        this.live = this.former;
    }

    /** What became of the groups. */
    public sealed interface Outcome {
        /** Every group is live; it stays so with {@link #commit}. */
        record Open() implements Outcome {}

        /**
         * The relay's answer to one of them stood in the way.
         *
         * @param group the one that was refused
         */
        record Refused(Terminal terminal, List<Filter> group) implements Outcome {}

        /** Not everything could be sent. */
        record NotStarted(Start.NotStarted why) implements Outcome {}
    }

    /** Opens what is not live of the groups, one after the other. Blocks until each is live or one is not. */
    public Outcome open(List<List<Filter>> groups) throws InterruptedException {
        List<List<Filter>> added = compare(groups);
        Optional<Start.NotStarted> hindrance = admit(added);
        if (hindrance.isPresent()) {
            return new Outcome.NotStarted(hindrance.get());
        }
        for (List<Filter> group : added) {
            Optional<Outcome> failure = open(group, groups.size());
            if (failure.isPresent()) {
                return failure.get();
            }
        }
        return new Outcome.Open();
    }

    /** Keeps what was opened, and ends what it replaces. */
    public void commit() {
        if (!closedFirst) {
            leaving.reversed().forEach(Request::close);
        }
        live = concatenated(kept, opened);
        opened = List.of();
        closedFirst = false;
        free();
    }

    /** Whether something that was live was not for a while, or is not any more. */
    public boolean hasGap() {
        return gap;
    }

    /** What is live: the former groups until it is committed or closed. */
    public List<Request> live() {
        return live;
    }

    @Override
    public void close() {
        boolean restores = closedFirst && isBearable();
        opened.reversed().forEach(request -> end(request, restores));
        opened = List.of();
        if (closedFirst || !ledger.isOpen()) {
            closedFirst = false;
            live = restores ? restored() : nothing();
        }
        free();
    }

    /** Groups that are not live yet. */
    private List<List<Filter>> compare(List<List<Filter>> groups) {
        Set<Set<Filter>> wanted = new HashSet<>();
        groups.forEach(group -> wanted.add(Set.copyOf(group)));
        kept = former.stream()
                .filter(request -> wanted.contains(filters(request)))
                .toList();
        leaving = former.stream().filter(request -> !kept.contains(request)).toList();
        Set<Set<Filter>> held = new HashSet<>();
        kept.forEach(request -> held.add(filters(request)));
        return groups.stream()
                .filter(group -> !held.contains(Set.copyOf(group)))
                .toList();
    }

    private static Set<Filter> filters(Request request) {
        return Set.copyOf(request.filters());
    }

    /** Takes all slots that are needed, which may mean to end what is to be replaced; or tells why not. */
    private Optional<Start.NotStarted> admit(List<List<Filter>> added) throws InterruptedException {
        Optional<Duration> paused = session.pace().pauses().blocked();
        if (paused.isPresent()) {
            return Optional.of(new Start.Paused(paused.get()));
        }
        if (former.isEmpty() && !added.isEmpty()) {
            return take(ledger.awaitGroup(SlotClass.LIVE, added.size()));
        }
        return replace(added);
    }

    /** Whoever holds slots does not wait for others: the slots are there, or come of what is to be replaced. */
    private Optional<Start.NotStarted> replace(List<List<Filter>> added) {
        if (added.isEmpty() || (fitBeside(added) && take(added.size()).isEmpty())) {
            return Optional.empty();
        }
        if (leaving.isEmpty() || ledger.most(SlotClass.LIVE) < kept.size() + added.size()) {
            return Optional.of(why());
        }
        Optional<Start.NotStarted> refused = take(added.size() - leaving.size());
        if (refused.isEmpty()) {
            closedFirst = true;
            gap = true;
            leaving.reversed().forEach(request -> request.handOver().ifPresent(spare::add));
        }
        return refused;
    }

    private boolean fitBeside(List<List<Filter>> added) {
        long more = added.stream().mapToLong(RequestBytes::of).sum();
        return session.openBytes() + more <= session.pace().retained().bytes().orElse(Long.MAX_VALUE);
    }

    private Optional<Start.NotStarted> take(int slots) {
        if (slots <= 0) {
            return Optional.empty();
        }
        return take(ledger.tryGroup(SlotClass.LIVE, slots));
    }

    private Optional<Start.NotStarted> take(Admission admission) {
        return switch (admission) {
            case Admission.Granted granted -> {
                spare.addAll(granted.slots());
                yield Optional.empty();
            }
            case Admission.Refused refused -> Optional.of(Turns.notStarted(refused.reason()));
        };
    }

    private Start.NotStarted why() {
        return ledger.isOpen() ? new Start.OverBudget() : new Start.Over();
    }

    private Optional<Outcome> open(List<Filter> group, int all) throws InterruptedException {
        Slot slot = spare.peek();
        // a refusal to others may have shown meanwhile that so many are not borne
        if (slot == null || ledger.most(SlotClass.LIVE) < all) {
            return Optional.of(new Outcome.NotStarted(why()));
        }
        return switch (session.sendLive(slot, group)) {
            case Start.NotStarted notStarted -> Optional.of(new Outcome.NotStarted(notStarted));
            case Start.Started started -> {
                spare.remove();
                opened.add(started.request());
                Terminal terminal = started.request().await();
                yield terminal instanceof Terminal.Eose
                        ? Optional.empty()
                        : Optional.of(new Outcome.Refused(terminal, group));
            }
        };
    }

    /** Ends what was opened; its slot is kept if the former groups need it. */
    private void end(Request request, boolean keepsSlot) {
        if (keepsSlot) {
            request.handOver().ifPresent(spare::add);
        } else {
            request.close();
        }
    }

    /** Whether the former groups may be opened again: not in a pause, not over what the relay bears by now. */
    private boolean isBearable() {
        return ledger.isOpen()
                && session.pace().pauses().blocked().isEmpty()
                && ledger.most(SlotClass.LIVE) >= former.size();
    }

    /** The former groups, those that had been closed opened again; an interrupt waits for so long. */
    private List<Request> restored() {
        boolean interrupted = Thread.interrupted();
        List<Request> again = new ArrayList<>();
        try {
            for (Request request : leaving) {
                Slot slot = spare.peek();
                if (slot == null
                        || !(session.sendLiveAgain(slot, request.filters()) instanceof Start.Started started)) {
                    break;
                }
                spare.remove();
                again.add(started.request());
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        opened = again;
        return again.size() == leaving.size() ? inOrder(again) : nothing();
    }

    private List<Request> inOrder(List<Request> again) {
        opened = List.of();
        return former.stream()
                .map(request -> leaving.contains(request) ? again.get(leaving.indexOf(request)) : request)
                .toList();
    }

    /** No part of a set stays. */
    private List<Request> nothing() {
        concatenated(kept, opened).reversed().forEach(Request::close);
        opened = List.of();
        return List.of();
    }

    private void free() {
        spare.forEach(Slot::close);
        spare.clear();
    }

    private static List<Request> concatenated(List<Request> some, List<Request> others) {
        List<Request> all = new ArrayList<>(some);
        all.addAll(others);
        return List.copyOf(all);
    }
}
