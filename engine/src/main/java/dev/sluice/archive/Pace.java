package dev.sluice.archive;

/** Hears, on its thread, of whoever waits for somebody else, so that others may be worked for meanwhile. */
public interface Pace {

    /** Nobody listens. */
    Pace UNHEARD = new Pace() {
        @Override
        public boolean rests() {
            return false;
        }

        @Override
        public void goesOn() {}
    };

    /**
     * A wait begins.
     *
     * @return whether {@link #goesOn} has to follow
     */
    boolean rests();

    /** The wait has ended. Blocks while others are worked for. */
    void goesOn();
}
