package dev.sluice.session;

import dev.sluice.budget.MessageSizes;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.RelayMessage.Closed;
import dev.sluice.session.RefusalClassifier.Channel;
import java.util.Optional;

/**
 * What a relay refuses, whom it means by it, and what follows: CLOSED, NOTICE, NEG-ERR and the OK that is none. Reader
 * thread only.
 */
final class Complaints {
    private final RefusalClassifier classifier;
    private final Registry registry;
    private final Signals signals;
    private final Authentication authentication;
    private final Reactions reactions;
    private final MessageSizes messages;
    private final Metrics metrics;

    Complaints(
            RelaySession.Setup setup,
            Registry registry,
            Signals signals,
            Authentication authentication,
            Reactions reactions) {
        this.classifier = setup.classifier();
        this.registry = registry;
        this.signals = signals;
        this.authentication = authentication;
        this.reactions = reactions;
        this.messages = setup.pace().messages();
        this.metrics = setup.metrics();
    }

    /** The answer to an event that we sent; false when we sent no such event. */
    boolean published(RelayMessage.Ok ok) {
        Optional<Published> event = registry.published(ok.eventId());
        if (event.isEmpty()) {
            return false;
        }
        // many relays refuse what they hold already, in many words
        Refusal refusal = classifier.classify(Channel.OK_FALSE, ok.text());
        boolean before = ok.text().startsWith("duplicate:") || (!ok.accepted() && refusal instanceof Refusal.Harmless);
        if (ok.accepted() || before) {
            event.get().answer(new Published.Answer.Accepted(before));
        } else {
            reject(event.get(), refusal);
        }
        return true;
    }

    private void reject(Published event, Refusal refusal) {
        reactions.count(refusal);
        if (authentication.mayChange(refusal, event.standing())) {
            event.hold(refusal);
        } else {
            event.answer(new Published.Answer.Rejected(Authentication.meaning(refusal, event.standing())));
        }
    }

    /** The end of a negentropy session. */
    void ended(RelayMessage.NegErr error) {
        Optional<Reconciliation> session = registry.reconciliation(error.id());
        if (session.isEmpty()) {
            metrics.count(Counter.MESSAGES_UNKNOWN_ID);
            return;
        }
        Refusal refusal = classifier.classify(Channel.NEG_ERR, error.text());
        boolean stated =
                refusal instanceof Refusal.NegentropyTooBig && error.cap().isPresent();
        refuse(session.get(), stated ? new Refusal.NegentropyTooBig(error.text(), error.cap()) : refusal);
    }

    private void refuse(Reconciliation session, Refusal said) {
        if (authentication.mayChange(said, session.standing()) && session.hold(said)) {
            return;
        }
        Refusal refusal = Authentication.meaning(said, session.standing());
        if (session.refuse(refusal)) {
            reactions.reactToNegentropy(refusal);
        } else {
            metrics.count(Counter.MESSAGES_SURPLUS);
        }
    }

    /** The end of a request, or the answer to our own CLOSE. */
    void closed(Closed closed) {
        if (closed.id().value().isEmpty()) {
            notice(closed.text());
            return;
        }
        Optional<Reconciliation> session = registry.reconciliation(closed.id());
        if (session.isPresent()) {
            refuse(session.get(), classifier.classify(Channel.NEG_ERR, closed.text()));
            return;
        }
        Optional<Request> request = registry.find(closed.id());
        if (request.isEmpty() || request.get().isClosing()) {
            // the answer to our own CLOSE, whatever its words
            request.ifPresent(resting -> resting.session().retire(resting));
            return;
        }
        closed(request.get(), closed.text());
    }

    private void closed(Request request, String text) {
        request.closedByRelay();
        if (text.isEmpty() && request.asksByIdOnly()) {
            // chorus, and newer rust-nostr: all ids were found, the subscription is not kept
            end(request, new Terminal.Eose(RelayMessage.Hint.NONE, false));
            return;
        }
        Refusal said = classifier.classify(Channel.CLOSED, text);
        boolean mayChange = authentication.mayChange(said, request.standing());
        if (mayChange && request.isAwaited() && hold(request, said)) {
            return;
        }
        Refusal refusal = Authentication.meaning(said, request.standing());
        if (mayChange) {
            // a live subscription that was open: its worker opens it again, and makes us known first
            authentication.demand();
        } else {
            reactions.react(refusal);
        }
        if (refusal instanceof Refusal.Transient && request.isPending() && !request.isLive()) {
            reactions.brokenOff();
        }
        refuse(request, refusal);
    }

    private void refuse(Request request, Refusal refusal) {
        boolean told = end(request, new Terminal.Refused(refusal)) && request.isAwaited();
        if (request.isLive() && !told) {
            signals.add(new Signal.LiveLost(request.origin(), refusal));
        }
    }

    /** The same refusal again for what is held already means that the answer was not taken. */
    private boolean hold(Request request, Refusal refusal) {
        if (request.held().isPresent()) {
            authentication.refused(refusal.text());
            return true;
        }
        return request.hold(refusal);
    }

    /** Ends the stored part of a request. False when it had ended before. */
    boolean end(Request request, Terminal terminal) {
        boolean ended = request.end(terminal);
        if (terminal instanceof Terminal.Eose) {
            messages.taken(request.bytes());
        }
        if (request.isClosing()) {
            request.session().retire(request);
        }
        if (!request.isLive()) {
            request.receipt().finish();
        }
        return ended;
    }

    /** A NOTICE names no request: it is taken to speak of the newest one that has had no answer yet. */
    void notice(String text) {
        if (authentication.take(text)) {
            return;
        }
        Optional<Reconciliation> opening = registry.opening();
        if (opening.isPresent() && answers(opening.get(), text)) {
            return;
        }
        Refusal refusal = classifier.classify(Channel.NOTICE, text);
        switch (refusal) {
            case Refusal.Harmless harmless -> reactions.count(harmless);
            case Refusal.Unknown unknown -> {
                reactions.count(unknown);
                taintPending();
            }
            case Refusal.Rate r -> refuse(refusal);
            case Refusal.TooManyQueries r -> refuse(refusal);
            case Refusal.SubscriptionLimit r -> refuse(refusal);
            case Refusal.RetainedBytes r -> refuse(refusal);
            case Refusal.FilterCount r -> refuse(refusal);
            case Refusal.TooBig r -> refuse(refusal);
            case Refusal.TooManyResults r -> refuse(refusal);
            case Refusal.AuthRequired r -> refuse(refusal);
            case Refusal.Policy r -> refuse(refusal);
            case Refusal.InvalidFilter r -> refuse(refusal);
            case Refusal.Transient r -> refuse(refusal);
            case Refusal.NegentropyUnsupported r -> {}
            case Refusal.NegentropyTooBig r -> {}
            case Refusal.NegentropyTooMany r -> {}
            case Refusal.NegentropyExpired r -> {}
        }
    }

    /** Takes words that name nothing as the answer to the opening of a negentropy session, if they say anything of it. */
    private boolean answers(Reconciliation opening, String text) {
        Refusal refusal = classifier.classify(Channel.NOTICE_NEG, text);
        if (refusal instanceof Refusal.Harmless || refusal instanceof Refusal.Unknown) {
            return false;
        }
        refuse(opening, refusal);
        return true;
    }

    private void refuse(Refusal said) {
        Optional<Request> unanswered = registry.newest(Request::isUnanswered);
        if (unanswered.isPresent()
                && authentication.mayChange(said, unanswered.get().standing())
                && unanswered.get().isAwaited()
                && unanswered.get().hold(said)) {
            return;
        }
        Refusal refusal = unanswered
                .map(request -> Authentication.meaning(said, request.standing()))
                .orElse(said);
        taintPending();
        if (unanswered.isPresent() || isOfTheConnection(refusal)) {
            reactions.react(refusal);
        }
        if (unanswered.isPresent()) {
            refuse(unanswered.get(), refusal);
        } else if (refusal instanceof Refusal.SubscriptionLimit) {
            // strfry says so after the EOSE of a live request: its page was whole, but it is not live
            registry.newest(Request::isLive)
                    .ifPresent(live -> signals.add(new Signal.LiveLost(live.origin(), refusal)));
        }
    }

    /** What holds though nothing was asked; words of welcome may well speak of trouble, of members and of logging in. */
    private static boolean isOfTheConnection(Refusal refusal) {
        return switch (refusal.reaction()) {
            case RATE_LIMIT, TOO_MANY_QUERIES, SUBSCRIPTION_LIMIT, RETAINED_BYTES, FILTER_COUNT, FILTER_TOO_BIG -> true;
            case RESULTS_TOO_MANY, AUTH_REQUIRED, POLICY_PAUSE, TRANSIENT_ERROR, IGNORED -> false;
            case NEG_UNSUPPORTED, NEG_TOO_BIG, NEG_TOO_MANY, NEG_TIMEOUT -> false;
        };
    }

    private void taintPending() {
        registry.all().stream().filter(Request::isPending).forEach(Request::taint);
    }
}
