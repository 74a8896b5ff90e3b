package dev.sluice.app.cli;

import dev.sluice.negentropy.Difference;
import dev.sluice.negentropy.Ids;
import dev.sluice.nostr.EventId;
import dev.sluice.sync.Sync;

/** What a sync finds, told to a person and, when asked for, as ids on standard output. */
record SyncFindings(Streams streams, DataOutput out, boolean ids) implements Sync.Watcher {

    @Override
    public void says(String line) {
        streams.say(line);
    }

    @Override
    public void differs(Difference difference) {
        if (ids) {
            print("need ", difference.onlyThere());
            print("have ", difference.onlyHere());
        }
    }

    private void print(String side, Ids missing) {
        for (int i = 0; i < missing.size(); i++) {
            out.line(side + missing.get(i, EventId::new).hex());
        }
    }
}
