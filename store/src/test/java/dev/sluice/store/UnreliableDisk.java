package dev.sluice.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One file on a disk whose power can fail: what was written since the last sync may be there or not, sector by sector, in
 * whatever order it was written.
 */
final class UnreliableDisk {

    private static final Map<String, UnreliableDisk> DISKS = new ConcurrentHashMap<>();
    private static final int SECTOR = 512;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Change> unsynced = new ArrayList<>();
    private byte[] content;
    private byte[] durable;
    private long changesLeft = Long.MAX_VALUE;
    private boolean dead;

    /** Bytes at a position, or a new length when there are none. */
    private record Change(int position, byte[] bytes) {}

    private UnreliableDisk(byte[] content) {
        this.content = content;
        this.durable = content;
    }

    static UnreliableDisk named(String name) {
        return DISKS.computeIfAbsent(name, key -> new UnreliableDisk(new byte[0]));
    }

    static boolean exists(String name) {
        return DISKS.containsKey(name) && DISKS.get(name).size() > 0;
    }

    static void forget(String name) {
        DISKS.remove(name);
    }

    /** Lets the power fail at a later write, truncation or sync. */
    void failAfter(long changes) {
        lock.lock();
        try {
            changesLeft = changes;
        } finally {
            lock.unlock();
        }
    }

    boolean isDead() {
        lock.lock();
        try {
            return dead;
        } finally {
            lock.unlock();
        }
    }

    /** Cuts the power and puts what is left on a new disk. */
    void crashTo(String name, SplittableRandom random) {
        lock.lock();
        try {
            dead = true;
            double share = random.nextInt(5) / 4.0;
            byte[] left = durable;
            for (Change change : unsynced) {
                left = survivor(left, change, share, random);
            }
            DISKS.put(name, new UnreliableDisk(left));
        } finally {
            lock.unlock();
        }
    }

    private static byte[] survivor(byte[] before, Change change, double share, SplittableRandom random) {
        if (change.bytes().length == 0) {
            return random.nextDouble() < share ? Arrays.copyOf(before, change.position()) : before;
        }
        byte[] after = before;
        for (int from = 0; from < change.bytes().length; ) {
            int position = change.position() + from;
            int length = Math.min(SECTOR - position % SECTOR, change.bytes().length - from);
            if (random.nextDouble() < share) {
                after = written(after, position, change.bytes(), from, length);
            }
            from += length;
        }
        return after;
    }

    private static byte[] written(byte[] before, int position, byte[] bytes, int from, int length) {
        int size = Math.max(before.length, position + length);
        byte[] after = Arrays.copyOf(before, size);
        System.arraycopy(bytes, from, after, position, length);
        return after;
    }

    long size() {
        lock.lock();
        try {
            return content.length;
        } finally {
            lock.unlock();
        }
    }

    int read(ByteBuffer target, long position) throws IOException {
        lock.lock();
        try {
            check();
            int length = (int) Math.min(target.remaining(), content.length - position);
            if (length <= 0) {
                return -1;
            }
            target.put(content, (int) position, length);
            return length;
        } finally {
            lock.unlock();
        }
    }

    int write(ByteBuffer source, long position) throws IOException {
        lock.lock();
        try {
            change();
            byte[] bytes = new byte[source.remaining()];
            source.get(bytes);
            unsynced.add(new Change((int) position, bytes));
            content = written(content, (int) position, bytes, 0, bytes.length);
            return bytes.length;
        } finally {
            lock.unlock();
        }
    }

    void truncate(long size) throws IOException {
        lock.lock();
        try {
            change();
            if (size < content.length) {
                unsynced.add(new Change((int) size, new byte[0]));
                content = Arrays.copyOf(content, (int) size);
            }
        } finally {
            lock.unlock();
        }
    }

    void sync() throws IOException {
        lock.lock();
        try {
            change();
            durable = content;
            unsynced.clear();
        } finally {
            lock.unlock();
        }
    }

    private void change() throws IOException {
        dead |= changesLeft-- <= 0;
        check();
    }

    private void check() throws IOException {
        if (dead) {
            throw new IOException("the power has failed");
        }
    }
}
