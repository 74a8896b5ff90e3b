package dev.sluice.archive;

import dev.sluice.nostr.Event;

/** Which events a reader may see, whatever it asks for. Called on the archive's threads: it must be pure and fast. */
public interface Visibility {

    /** Everything. */
    Visibility ALL = new Visibility() {
        @Override
        public boolean restricts(int kind) {
            return false;
        }

        @Override
        public boolean shows(Event event) {
            return true;
        }
    };

    /** Whether some events of a kind may be hidden: only then is an event itself looked at. */
    boolean restricts(int kind);

    /** Whether the reader may see an event. */
    boolean shows(Event event);
}
