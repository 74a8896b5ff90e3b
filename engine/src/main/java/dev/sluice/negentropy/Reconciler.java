package dev.sluice.negentropy;

import dev.sluice.negentropy.FrameReader.BadFrame;

/**
 * One side of one round. The initiator begins, both answer frame by frame, and only the initiator learns the difference.
 * Not for use by several threads at a time. Frames are byte for byte those of the reference implementation.
 */
public final class Reconciler {

    /** The version byte of protocol V1. */
    static final int VERSION = 0x61;

    private static final int SKIP = 0;
    private static final int FINGERPRINT = 1;
    private static final int ID_LIST = 2;

    private static final int BUCKETS = 16;

    /** Room that the reference keeps below a frame limit for the closing range, in bytes. */
    private static final int RESERVE = 200;

    /** The smallest frame limit that the protocol allows, in bytes. */
    public static final int LEAST_FRAME_LIMIT = 4096;

    private final ItemView items;
    private final int frameLimit;
    private final boolean initiator;
    private final Fingerprint fingerprint = new Fingerprint();

    private Reconciler(ItemView items, int frameLimit, boolean initiator) {
        if (frameLimit != 0 && frameLimit < LEAST_FRAME_LIMIT) {
            throw new IllegalArgumentException("frame limit " + frameLimit + " is under " + LEAST_FRAME_LIMIT);
        }
        this.items = items;
        this.frameLimit = frameLimit;
        this.initiator = initiator;
    }

    /** The side that asks. The frame limit is in bytes; 0 is none. */
    public static Reconciler initiator(ItemView items, int frameLimit) {
        return new Reconciler(items, frameLimit, true);
    }

    /** The side that answers. The frame limit is in bytes; 0 is none. */
    public static Reconciler responder(ItemView items, int frameLimit) {
        return new Reconciler(items, frameLimit, false);
    }

    /** The initiator's first frame. */
    public Frame initiate() {
        if (!initiator) {
            throw new IllegalStateException("a responder does not initiate");
        }
        FrameWriter out = new FrameWriter();
        out.writeByte(VERSION);
        split(0, items.size(), Bound.MAX, out);
        return out.toFrame();
    }

    /** Takes a frame of the other side. Never throws on what is in it. */
    public Step step(Frame frame) {
        Answer answer = new Answer(frame.reader());
        try {
            return answer.toStep();
        } catch (BadFrame bad) {
            return new Step.Refused(bad.reason());
        }
    }

    /** Describes our items of a range whose fingerprints differ: their ids when they are few, else 16 parts. */
    private void split(int from, int to, Bound end, FrameWriter out) {
        int count = to - from;
        if (count < 2 * BUCKETS) {
            writeIds(from, to, end, out);
            return;
        }
        int start = from;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            int next = start + count / BUCKETS + (bucket < count % BUCKETS ? 1 : 0);
            out.writeBound(next == to ? end : boundBefore(next));
            out.writeVarint(FINGERPRINT);
            out.writeBytes(fingerprint.of(items, start, next));
            start = next;
        }
    }

    private void writeIds(int from, int to, Bound end, FrameWriter out) {
        out.writeBound(end);
        out.writeVarint(ID_LIST);
        out.writeVarint(to - from);
        out.writeIds(items, from, to);
    }

    private Bound boundBefore(int index) {
        long[] neighbours = new long[8];
        items.copyIds(index - 1, index + 1, neighbours, 0);
        return Bound.between(items.time(index - 1), items.time(index), neighbours);
    }

    private boolean isOverLimit(int size) {
        return frameLimit != 0 && size > frameLimit - RESERVE;
    }

    /** The answer to one frame as it grows, range by range. */
    private final class Answer {

        private final FrameReader in;
        private final FrameWriter out = new FrameWriter();
        private final Ids.Collector onlyHere = new Ids.Collector();
        private final Ids.Collector onlyThere = new Ids.Collector();
        private Bound previous = Bound.MIN;
        private int from;
        private int to;
        private boolean skipping;

        Answer(FrameReader in) {
            this.in = in;
        }

        Step toStep() throws BadFrame {
            out.writeByte(VERSION);
            if (!readVersion()) {
                return new Step.Reply(out.toFrame(), Difference.NONE);
            }
            while (in.hasMore() && takeRange()) {
                from = to;
            }
            Difference found = new Difference(onlyHere.toIds(), onlyThere.toIds());
            boolean done = initiator && out.size() == 1;
            return done ? new Step.Done(found) : new Step.Reply(out.toFrame(), found);
        }

        /** Whether the other side speaks our version; a responder names its own to those that speak another. */
        private boolean readVersion() throws BadFrame {
            int version = in.readByte();
            if (version < 0x60 || version > 0x6f) {
                throw new BadFrame("not a negentropy frame");
            }
            if (version != VERSION && initiator) {
                throw new BadFrame("unsupported negentropy version " + Integer.toHexString(version));
            }
            return version == VERSION;
        }

        /** Answers one range; false when the frame is full and has been closed. */
        private boolean takeRange() throws BadFrame {
            Bound end = in.readBound();
            if (end.isBelow(previous)) {
                throw new BadFrame("bounds out of order");
            }
            to = items.lowerBound(from, end);
            int kept = out.size();
            long mode = in.readVarint();
            if (mode == SKIP) {
                skipping = true;
            } else if (mode == FINGERPRINT) {
                takeFingerprint(end);
            } else if (mode == ID_LIST) {
                kept = takeIds(end);
            } else {
                throw new BadFrame("unknown mode");
            }
            previous = end;
            return !closedWhenFull(kept);
        }

        private void takeFingerprint(Bound end) throws BadFrame {
            if (in.matches(fingerprint.of(items, from, to))) {
                skipping = true;
            } else {
                writeSkip();
                split(from, to, end, out);
            }
        }

        /** Answers a list of ids and returns how much of the answer is kept when the frame is full. */
        private int takeIds(Bound end) throws BadFrame {
            int size = out.size();
            long[] there = in.readIds();
            if (!initiator) {
                writeSkip();
                listIds(end, size);
                return out.size();
            }
            long[] here = new long[(to - from) * 4];
            items.copyIds(from, to, here, 0);
            IdJoin.join(here, there, onlyHere, onlyThere);
            skipping = true;
            return size;
        }

        /** Lists our ids of the range, as many as fit; the range shrinks to them. */
        private void listIds(Bound end, int size) {
            int fitting = fitting(size);
            if (to - from <= fitting) {
                writeIds(from, to, end, out);
                return;
            }
            to = from + fitting;
            long[] id = new long[4];
            items.copyIds(to, to + 1, id, 0);
            writeIds(from, to, Bound.at(items.time(to), id, 0), out);
        }

        /** The reference adds an id while what stands before it is within the limit. */
        private int fitting(int size) {
            if (frameLimit == 0) {
                return Integer.MAX_VALUE;
            }
            int left = frameLimit - RESERVE - size;
            return left < 0 ? 0 : left / 32 + 1;
        }

        private void writeSkip() {
            if (skipping) {
                skipping = false;
                out.writeBound(previous);
                out.writeVarint(SKIP);
            }
        }

        /** Drops the last range of a frame over its limit and closes it with one fingerprint of all that is left. */
        private boolean closedWhenFull(int kept) {
            if (!isOverLimit(out.size())) {
                return false;
            }
            out.cutTo(kept);
            out.writeBound(Bound.MAX);
            out.writeVarint(FINGERPRINT);
            out.writeBytes(fingerprint.of(items, to, items.size()));
            return true;
        }
    }
}
