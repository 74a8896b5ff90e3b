package dev.sluice.app.cli;

import dev.sluice.negentropy.Difference;
import dev.sluice.negentropy.Frame;
import dev.sluice.negentropy.Ids;
import dev.sluice.negentropy.ItemSet;
import dev.sluice.negentropy.ItemView;
import dev.sluice.negentropy.Reconciler;
import dev.sluice.negentropy.Step;
import dev.sluice.nostr.EventId;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One side of a round that is told what to do by lines of text, and answers by lines. A wrong line is an exception. */
final class NegentropySide {

    private final int frameLimit;
    private final DataOutput out;
    private final ItemSet.Builder builder = ItemSet.builder(0);
    private int added;
    private @Nullable ItemView items;
    private @Nullable Reconciler reconciler;

    /** With frame limits an id may be found again; each is told once. */
    private final Set<EventId> told = new HashSet<>();

    NegentropySide(int frameLimit, DataOutput out) {
        this.frameLimit = frameLimit;
        this.out = out;
    }

    /** Takes one line and writes what it is answered by, if anything. An empty line says nothing. */
    void take(String line) throws IOException {
        int comma = line.indexOf(',');
        String command = comma < 0 ? line : line.substring(0, comma + 1);
        switch (command) {
            case "item," -> add(line);
            case "seal" -> seal();
            case "initiate" -> initiate();
            case "msg," -> step(line.substring(comma + 1));
            case "" -> {}
            default -> throw new IOException("unknown command: " + command);
        }
    }

    private void add(String line) throws IOException {
        if (items != null) {
            throw new IOException("item after seal");
        }
        String[] fields = line.split(",", -1);
        if (fields.length != 3) {
            throw new IOException("an item has a time and an id: " + line);
        }
        try {
            EventId id = EventId.parse(fields[2]);
            builder.add(Long.parseUnsignedLong(fields[1]), id.w0(), id.w1(), id.w2(), id.w3());
            added++;
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage() + ": " + line, e);
        }
    }

    private void seal() throws IOException {
        if (items != null) {
            throw new IOException("seal after seal");
        }
        items = builder.build();
        if (items.size() < added) {
            throw new IOException("an item was added twice");
        }
    }

    private void initiate() throws IOException {
        if (reconciler != null) {
            throw new IOException("initiate within a round");
        }
        reconciler = Reconciler.initiator(sealed(), frameLimit);
        send(reconciler.initiate());
    }

    private void step(String hex) throws IOException {
        if (reconciler == null) {
            reconciler = Reconciler.responder(sealed(), frameLimit);
        }
        Frame frame = Frame.parse(hex).orElseThrow(() -> new IOException("a frame is not lower-case hex"));
        switch (reconciler.step(frame)) {
            case Step.Reply(Frame reply, Difference found) -> {
                tell(found);
                send(reply);
            }
            case Step.Done(Difference found) -> {
                tell(found);
                send("done");
            }
            case Step.Refused(String reason) -> throw new IOException(reason);
        }
    }

    private ItemView sealed() throws IOException {
        if (items == null) {
            throw new IOException("no seal before the round");
        }
        return items;
    }

    private void tell(Difference found) {
        tell("have,", found.onlyHere());
        tell("need,", found.onlyThere());
    }

    private void tell(String side, Ids ids) {
        for (int i = 0; i < ids.size(); i++) {
            EventId id = new EventId(ids.word(i, 0), ids.word(i, 1), ids.word(i, 2), ids.word(i, 3));
            if (told.add(id)) {
                out.line(side + id.hex());
            }
        }
    }

    private void send(Frame frame) {
        send("msg," + frame.hex());
    }

    private void send(String line) {
        out.line(line);
        out.flush();
    }
}
