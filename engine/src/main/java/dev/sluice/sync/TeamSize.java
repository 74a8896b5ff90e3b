package dev.sluice.sync;

import dev.sluice.plan.Bounds;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Room;
import dev.sluice.plan.Shards;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** How many connections to a relay are needed, and how many there may be. Used under the lock of the team. */
final class TeamSize {
    private int most;
    private @Nullable Fit own;

    /** The least that a further connection was seen to bear. */
    private @Nullable Fit least;

    private @Nullable Question asked;
    private OptionalInt answer = OptionalInt.empty();

    TeamSize(int most) {
        this.most = most;
    }

    /** What fits one connection. */
    private record Fit(Bounds bounds, Room room) {
        Fit and(@Nullable Fit other) {
            return other == null
                    ? this
                    : new Fit(
                            bounds.and(other.bounds),
                            new Room(Math.min(room.slots(), other.room.slots()), room.bytes()));
        }
    }

    /** What the number of connections follows from; what a further one bears says nothing of one alone. */
    private record Question(
            Demands wanted, Fit own, @Nullable Fit least, int most, int now) {
        OptionalInt answer() {
            OptionalInt number = answer(own);
            boolean alone = number.isEmpty() || number.getAsInt() == 1;
            return alone || least == null ? number : answer(own.and(least));
        }

        private OptionalInt answer(Fit fit) {
            return Shards.next(now, wanted, fit.bounds(), fit.room(), most);
        }
    }

    /** There may be so many. */
    void most(int connections) {
        most = Math.max(1, connections);
    }

    /** There may be no more than so many. */
    void atMost(int connections) {
        most = Math.max(1, Math.min(most, connections));
    }

    /** What fits the connection of a share. */
    void fits(Share share, Bounds bounds, Room room) {
        Fit fit = new Fit(bounds, room);
        if (share.isFirst()) {
            own = fit;
        } else {
            least = fit.and(least);
        }
    }

    /** What further connections were seen to bear is void. */
    void forget() {
        least = null;
    }

    /**
     * How many are needed.
     *
     * @param now how many there are
     * @return empty when no number helps
     */
    OptionalInt needed(Demands wanted, int now) {
        if (most == 1 || own == null) {
            return OptionalInt.empty();
        }
        Question question = new Question(wanted, own, least, most, now);
        if (!question.equals(asked)) {
            asked = question;
            answer = question.answer();
        }
        return answer;
    }
}
