package dev.sluice.negentropy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Up to 32 nodes of equal height, with the counts and sums of all that stands before each. */
final class ItemBranch implements ItemNode {

    static final int MOST = 32;

    private final ItemNode[] children;
    /** starts[i] items stand before child i; the last entry is the count of all. */
    private final int[] starts;
    /** The sums of all that stands before each child, four limbs each; the last is the sum of all. */
    private final long[] sums;

    ItemBranch(List<ItemNode> nodes) {
        children = nodes.toArray(ItemNode[]::new);
        starts = new int[children.length + 1];
        sums = new long[(children.length + 1) * 4];
        IdSum sum = new IdSum();
        for (int i = 0; i < children.length; i++) {
            starts[i + 1] = starts[i] + children[i].count();
            children[i].sumAll(sum);
            sum.store(sums, (i + 1) * 4);
        }
    }

    /** The level above a level. */
    static List<ItemNode> over(List<ItemNode> level) {
        List<ItemNode> above = new ArrayList<>();
        int step = MOST * 3 / 4;
        for (int from = 0; from < level.size(); from += step) {
            above.add(new ItemBranch(level.subList(from, Math.min(level.size(), from + step))));
        }
        return above;
    }

    @Override
    public int count() {
        return starts[children.length];
    }

    @Override
    public void sumAll(IdSum into) {
        into.addSum(sums, children.length * 4);
    }

    @Override
    public void sum(int from, int to, IdSum into) {
        if (from >= to) {
            return;
        }
        int first = childOf(from);
        int last = childOf(to - 1);
        if (first == last) {
            children[first].sum(from - starts[first], to - starts[first], into);
            return;
        }
        children[first].sum(from - starts[first], children[first].count(), into);
        into.addSum(sums, last * 4);
        into.subtractSum(sums, (first + 1) * 4);
        children[last].sum(0, to - starts[last], into);
    }

    @Override
    public long time(int index) {
        int child = childOf(index);
        return children[child].time(index - starts[child]);
    }

    @Override
    public void copyIds(int from, int to, long[] words, int at) {
        int next = from;
        while (next < to) {
            int child = childOf(next);
            int end = Math.min(to, starts[child + 1]);
            children[child].copyIds(next - starts[child], end - starts[child], words, at + (next - from) * 4);
            next = end;
        }
    }

    @Override
    public int lowerBound(Bound bound) {
        int child = childFor(bound);
        return starts[child] + children[child].lowerBound(bound);
    }

    @Override
    public List<ItemNode> inserted(ItemKey key) {
        int child = childFor(key.bound());
        List<ItemNode> nodes = children[child].inserted(key);
        if (nodes.get(0) == children[child]) {
            return List.of(this);
        }
        return grouped(replaced(child, child + 1, nodes));
    }

    @Override
    public ItemNode without(ItemKey key) {
        int child = childFor(key.bound());
        ItemNode node = children[child].without(key);
        if (node == children[child]) {
            return this;
        }
        boolean join = node.isSparse() && children.length > 1;
        return new ItemBranch(join ? merged(child, node) : replaced(child, child + 1, List.of(node)));
    }

    @Override
    public int compareFirst(Bound bound) {
        return children[0].compareFirst(bound);
    }

    @Override
    public ItemNode lowered() {
        return children.length == 1 ? children[0].lowered() : this;
    }

    @Override
    public boolean isSparse() {
        return children.length < MOST / 4;
    }

    @Override
    public List<ItemNode> joined(ItemNode right) {
        List<ItemNode> both = new ArrayList<>(Arrays.asList(children));
        both.addAll(Arrays.asList(((ItemBranch) right).children));
        return grouped(both);
    }

    /** A sparse child joined with a neighbour. */
    private List<ItemNode> merged(int child, ItemNode node) {
        int left = child == 0 ? 0 : child - 1;
        ItemNode first = child == 0 ? node : children[left];
        ItemNode second = child == 0 ? children[1] : node;
        return replaced(left, left + 2, first.joined(second));
    }

    private static List<ItemNode> grouped(List<ItemNode> nodes) {
        if (nodes.size() <= MOST) {
            return List.of(new ItemBranch(nodes));
        }
        int half = nodes.size() / 2;
        return List.of(new ItemBranch(nodes.subList(0, half)), new ItemBranch(nodes.subList(half, nodes.size())));
    }

    private List<ItemNode> replaced(int from, int to, List<ItemNode> nodes) {
        List<ItemNode> all = new ArrayList<>(Arrays.asList(children).subList(0, from));
        all.addAll(nodes);
        all.addAll(Arrays.asList(children).subList(to, children.length));
        return all;
    }

    /** The child that holds an index. */
    private int childOf(int index) {
        int found = Arrays.binarySearch(starts, 0, children.length, index);
        return found >= 0 ? found : -found - 2;
    }

    /** The last child whose first item is not above a bound, else the first: where the bound belongs. */
    private int childFor(Bound bound) {
        int low = 0;
        int high = children.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (children[middle].compareFirst(bound) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
