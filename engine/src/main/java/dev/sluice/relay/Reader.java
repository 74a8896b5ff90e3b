package dev.sluice.relay;

import dev.sluice.archive.Account;
import dev.sluice.archive.Allowance;
import dev.sluice.archive.Leave;
import dev.sluice.archive.Pace;
import dev.sluice.archive.Visibility;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.Verification;
import dev.sluice.time.WallClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who a client has proved to be, and what that lets it see. The receiving thread changes it, any thread may look. */
final class Reader implements Visibility {

    /** Some clients log in with several keys; more than these nobody has. */
    private static final int MOST_KEYS = 16;

    /** "Within about ten minutes" (NIP-42). */
    private static final int WINDOW_SECONDS = 600;

    private final Access access;
    private final RelayLimits limits;
    private final WallClock clock;
    private final String challenge;
    private final Account account;
    private final Pace pace;
    private volatile Set<PublicKey> keys = Set.of();

    /**
     * Somebody of whom nothing is known.
     *
     * @param account on which its reads go
     * @param pace hears of the waits for them
     */
    Reader(Access access, RelayLimits limits, WallClock clock, String challenge, Account account, Pace pace) {
        this.access = access;
        this.limits = limits;
        this.clock = clock;
        this.challenge = challenge;
        this.account = account;
        this.pace = pace;
    }

    String challenge() {
        return challenge;
    }

    /** Why filters are not answered. */
    Optional<String> refusal(List<Filter> filters) {
        return access.refusal(filters, keys);
    }

    /** Why an event is not taken. */
    Optional<String> refusal() {
        return access.refusal(keys);
    }

    /** Why a protected event is not taken from it (NIP-70). */
    Optional<String> protection(Event event) {
        return access.protection(event, keys);
    }

    /** Whether it is the author of an event. */
    boolean wrote(Event event) {
        return keys.contains(event.pubkey());
    }

    /** What one request may see, and cost. */
    Leave leave() {
        Duration time = Duration.ofSeconds(limits.of(Limit.MAX_QUERY_SECONDS));
        return new Leave(this, Allowance.of(limits.of(Limit.MAX_QUERY_ROWS), time, account, pace));
    }

    /** Whether its answer to a filter is what everybody gets who has not said who he is. */
    boolean isAnybody(Filter filter) {
        return keys.isEmpty() || !access.touches(filter);
    }

    @Override
    public boolean restricts(int kind) {
        return access.restrictedKinds().contains(kind);
    }

    @Override
    public boolean shows(Event event) {
        return access.shows(event, keys);
    }

    /** Takes a signed answer to the challenge, or says what is wrong with it. */
    Optional<String> authenticate(Event event) {
        Optional<String> fault = access.asks() ? fault(event) : Optional.of(Wording.NOBODY_ASKED.text());
        if (fault.isEmpty()) {
            Set<PublicKey> more = new HashSet<>(keys);
            more.add(event.pubkey());
            keys = Set.copyOf(more);
        }
        return fault;
    }

    private Optional<String> fault(Event event) {
        if (event.kind() != Kind.CLIENT_AUTH) {
            return Optional.of(Wording.WRONG_AUTH_KIND.text(Kind.CLIENT_AUTH));
        }
        if (Math.abs(event.createdAt() - clock.seconds()) > WINDOW_SECONDS) {
            return Optional.of(Wording.WRONG_AUTH_TIME.text(WINDOW_SECONDS));
        }
        if (!values(event, "challenge").contains(challenge)) {
            return Optional.of(Wording.WRONG_CHALLENGE.text());
        }
        if (values(event, "relay").stream().noneMatch(this::isOurs)) {
            return Optional.of(Wording.WRONG_RELAY.text());
        }
        if (keys.size() >= MOST_KEYS && !keys.contains(event.pubkey())) {
            return Optional.of(Wording.TOO_MANY_KEYS.text(MOST_KEYS));
        }
        return Verification.check(event).map(wrong -> Wording.WRONG_SIGNATURE.text());
    }

    private boolean isOurs(String relay) {
        return RelayUrl.parse(relay)
                .map(RelayUrl::host)
                .filter(access.names()::contains)
                .isPresent();
    }

    private static List<String> values(Event event, String name) {
        return event.tags().stream()
                .filter(tag -> tag.size() > 1 && tag.get(0).equals(name))
                .map(tag -> tag.get(1))
                .toList();
    }
}
