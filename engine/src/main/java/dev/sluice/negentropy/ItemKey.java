package dev.sluice.negentropy;

/** One item: its time and its id. */
record ItemKey(long time, long w0, long w1, long w2, long w3) {

    Bound bound() {
        return new Bound(time, w0, w1, w2, w3, 32);
    }
}
