package dev.sluice.sync;

import dev.sluice.plan.Bounds;
import dev.sluice.plan.Chunk;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Room;
import dev.sluice.session.RelaySession;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What one of the connections to a relay keeps live, and how far it is. Used by the thread of that connection, but for what
 * says otherwise.
 */
final class Share {
    private final int number;
    private final RelayTeam team;

    // mutable state
    private Demands taken = Demands.NONE;
    private boolean takenInMove;

    // written by the connection's thread, read by any
    private volatile Progress.State state = Progress.State.WAITING;
    private volatile List<Chunk> rest = List.of();
    private volatile List<Chunk> rotating = List.of();
    private volatile Demands live = Demands.NONE;
    private volatile boolean kept;
    private volatile boolean everKept;
    private volatile long connectedNanos;

    private volatile @Nullable RelaySession session;
    private final LongAdder generations = new LongAdder();

    // written by any thread, read by the connection's
    private volatile boolean late;
    private volatile boolean refused;

    /** @param number of the connection among those to the relay, from 0 */
    Share(int number, RelayTeam team) {
        this.number = number;
        this.team = team;
        this.connectedNanos = team.longAgo();
    }

    /** The number of the connection among those to the relay, from 0. Any thread may call. */
    int number() {
        return number;
    }

    boolean isFirst() {
        return number == 0;
    }

    /**
     * What is to be live of it by now.
     *
     * @param bounds of its requests
     * @param room of the connection
     */
    Demands take(Bounds bounds, Room room) throws InterruptedException {
        taken = team.part(this, bounds, room);
        takenInMove = team.isMoving();
        return taken;
    }

    /** Whether that is something else by now, or something else follows from its having no room. */
    boolean hasChanged() throws InterruptedException {
        Demands now = team.part(this);
        return !now.equals(taken) || takenInMove != team.isMoving();
    }

    /** Whether others have a part in the relay, or are to have one. */
    boolean isShared() {
        return team.isShared();
    }

    boolean isMoving() {
        return team.isMoving();
    }

    /** Whether no request for the relay's history is under way. */
    boolean historyRests() {
        return team.connection().historyRests();
    }

    void entered(Progress.State now) {
        state = now;
    }

    void connected(long nanos) {
        connectedNanos = nanos;
    }

    /** A new connection is up. */
    void runs(RelaySession now) {
        generations.increment();
        session = now;
    }

    /**
     * What is live now.
     *
     * @param whole whether that is all that is essential of what was taken last, as far as bytes allow
     */
    void shows(Progress.State now, boolean whole, List<Chunk> notLive, List<Chunk> turning) {
        state = now;
        rest = notLive;
        rotating = turning;
        kept = whole;
        if (whole) {
            everKept = true;
            Demands before = live;
            live = taken;
            if (late) {
                late = false;
                team.connection().owe(taken.without(before));
            }
        }
    }

    /** Nothing of it is live for a while; what would be comes by turns. */
    void lost(List<Chunk> turning) {
        kept = false;
        state = Progress.State.WAITING;
        rest = List.of();
        rotating = turning;
    }

    /** Something of it was not live for a while: what came meanwhile is owed. */
    void owe() {
        team.connection().owe(taken);
    }

    /** The relay wants no such connection. Blocks a little. */
    void refused(String words) throws InterruptedException {
        team.refused(this, words);
    }

    /** There are to be no other connections. Blocks a little. */
    void standsAlone(String words) throws InterruptedException {
        team.makeWay(words);
    }

    // any thread may call

    /** From now on it has values that were not live for a while before it has them. */
    void late() {
        late = true;
    }

    /** It is not to be opened again. */
    void giveUp() {
        refused = true;
    }

    boolean isGivenUp() {
        return refused;
    }

    /** Whether all of this is live on it. */
    boolean keeps(Demands part) {
        return kept && live.equals(part);
    }

    /** Whether it had all of its part live at some time. */
    boolean hasKept() {
        return everKept;
    }

    /** What the connection is, or the last one was. */
    RelayStatus.Connection connection() {
        @Nullable RelaySession last = session;
        return last == null
                ? new RelayStatus.Connection(number, 0, false, 0, Map.of(), 0)
                : RelayView.connection(number, generations.sum(), last);
    }

    Progress.State state() {
        return state;
    }

    List<Chunk> rest() {
        return rest;
    }

    List<Chunk> rotating() {
        return rotating;
    }

    /** When it was connected last, on the clock of {@link dev.sluice.time.Time#nanos}. */
    long connectedNanos() {
        return connectedNanos;
    }
}
