package dev.sluice.negentropy;

import java.util.ArrayList;
import java.util.List;

/** A node of a tree whose nodes never change: what differs is copied, what is equal is shared. */
sealed interface ItemNode permits ItemLeaf, ItemBranch {

    int count();

    /** Adds the ids of the whole node to a sum. */
    void sumAll(IdSum into);

    void sum(int from, int to, IdSum into);

    long time(int index);

    void copyIds(int from, int to, long[] words, int at);

    /** How many items are below a bound. */
    int lowerBound(Bound bound);

    /** The nodes that take this one's place once a key is inserted: itself when it is there already, else one or two. */
    List<ItemNode> inserted(ItemKey key);

    /** The node that takes this one's place once a key is removed: itself when it is not there. */
    ItemNode without(ItemKey key);

    /** Compares the first item with a bound; the node must hold one. */
    int compareFirst(Bound bound);

    /** The tree without roots of only one child. */
    ItemNode lowered();

    /** Whether it is so small that it should be joined with a neighbour. */
    boolean isSparse();

    /** This node and its right neighbour of equal height, as one node or two well-filled ones. */
    List<ItemNode> joined(ItemNode right);

    /** The tree with a key. */
    default ItemNode with(ItemKey key) {
        List<ItemNode> nodes = inserted(key);
        return nodes.size() == 1 ? nodes.get(0) : new ItemBranch(nodes);
    }

    /** A tree of well-filled nodes. */
    static ItemNode of(ItemSet items) {
        List<ItemNode> level = new ArrayList<>();
        int step = ItemLeaf.MOST * 3 / 4;
        for (int from = 0; from < items.size(); from += step) {
            level.add(ItemLeaf.of(items, from, Math.min(items.size(), from + step)));
        }
        while (level.size() > 1) {
            level = ItemBranch.over(level);
        }
        return level.isEmpty() ? ItemLeaf.EMPTY : level.get(0);
    }
}
