package dev.sluice.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What each connection to a relay is to keep live, also while their number changes: those that gain values have them live
 * before others give them up, so that no value is ever between two connections. Meanwhile nothing else changes. A value.
 *
 * @param wanted what the settled connections share
 * @param held their parts
 * @param move to another number of connections, if one is under way
 */
public record Allotment(Demands wanted, List<Demands> held, Optional<Move> move) {

    public Allotment {
        held = List.copyOf(held);
    }

    /**
     * A change of the number of connections.
     *
     * @param coming the parts afterwards
     * @param opened connections that there are to be by now: they come one after the other
     */
    public record Move(List<Demands> coming, int opened) {
        public Move {
            coming = List.copyOf(coming);
        }
    }

    /** All of it on one connection. */
    public static Allotment of(Demands wanted) {
        return settled(wanted, 1);
    }

    private static Allotment settled(Demands wanted, int connections) {
        return new Allotment(wanted, Shards.spread(wanted, connections), Optional.empty());
    }

    /** What each connection is to keep live now. */
    public List<Demands> parts() {
        return move.map(this::parts).orElse(held);
    }

    private List<Demands> parts(Move under) {
        int target = under.coming().size();
        return target > held.size()
                ? Stream.concat(held.stream(), under.coming().subList(held.size(), under.opened()).stream())
                        .toList()
                : Stream.concat(under.coming().stream(), held.subList(target, held.size()).stream())
                        .toList();
    }

    /** How many connections there are to be once it is settled. */
    public int target() {
        return move.map(under -> under.coming().size()).orElse(held.size());
    }

    /**
     * What follows by now.
     *
     * @param connections as {@link Shards#next} says; where no number helps nothing is kept on others than the first
     * @param live whether a connection has all of its part live
     */
    public Allotment next(Demands now, OptionalInt connections, IntPredicate live) {
        if (connections.isEmpty()) {
            return settledOn(now, 1);
        }
        int number = connections.getAsInt();
        return move.map(under -> moved(under, now, number, live)).orElseGet(() -> begun(now, number));
    }

    private Allotment begun(Demands now, int number) {
        return number == held.size() ? settledOn(now, number) : moving(now, number, held.size() + 1);
    }

    private Allotment moving(Demands now, int number, int opened) {
        return new Allotment(wanted, held, Optional.of(new Move(Shards.spread(now, number), Math.min(opened, number))));
    }

    private Allotment settledOn(Demands now, int number) {
        boolean same = move.isEmpty() && held.size() == number && wanted.equals(now);
        return same ? this : settled(now, number);
    }

    private Allotment moved(Move under, Demands now, int number, IntPredicate live) {
        int target = under.coming().size();
        boolean grows = target > held.size();
        if (grows && number > target) {
            return moving(now, number, under.opened());
        }
        if (grows ? number <= held.size() : number >= held.size()) {
            return begun(now, number);
        }
        IntStream gaining = grows ? IntStream.range(held.size(), under.opened()) : IntStream.range(0, target);
        if (!gaining.allMatch(live)) {
            return this;
        }
        return grows && under.opened() < target
                ? new Allotment(wanted, held, Optional.of(new Move(under.coming(), under.opened() + 1)))
                : settled(now, target);
    }
}
