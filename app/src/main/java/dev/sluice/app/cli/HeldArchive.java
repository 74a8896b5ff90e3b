package dev.sluice.app.cli;

import dev.sluice.app.control.ControlClient;
import dev.sluice.app.control.ControlMessage;
import dev.sluice.app.control.ControlReply;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An archive that another process holds, which answers for it. One thread reads it. */
record HeldArchive(ControlClient holder) implements ArchiveReader {

    /** What stands before the event in a line of an export; behind it stands a bracket. */
    private static final String BEFORE = beforeEvent();

    private static final SubscriptionId COUNT = new SubscriptionId("count");

    /** Events of one slice; the socket holds what comes behind it. */
    private static final int SLICE = 1_000;

    private static String beforeEvent() {
        String line = Codec.delivery(ControlReply.EXPORT, "");
        return line.substring(0, line.length() - 1);
    }

    @Override
    public Scan<String> events(Filter filter, Order order) {
        ControlMessage ask = new ControlMessage(ExportService.LABEL, List.of(word(order)), Codec.encode(filter));
        Asking<Boolean> begin = () -> {
            holder.send(ask);
            return true;
        };
        return new Events(holder, begin);
    }

    private static String word(Order order) {
        return order.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public long count(Filter filter) throws InterruptedException {
        return asking(() -> {
            holder.send(Codec.encode(new ClientMessage.Count(COUNT, List.of(filter))));
            holder.flush();
            return switch (Codec.relayMessage(holder.line())) {
                case Decoded.Message<RelayMessage>(RelayMessage.Counted counted) -> counted.count();
                case Decoded.Message<RelayMessage>(RelayMessage other) ->
                    throw new IOException("not counted: " + other);
                case Decoded.Malformed<RelayMessage> wrong -> throw new IOException("not counted: " + wrong.reason());
            };
        });
    }

    @Override
    public void close() {
        try {
            holder.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Something that is asked of the other process. */
    @FunctionalInterface
    private interface Asking<T> {
        T ask() throws IOException;
    }

    private static <T> T asking(Asking<T> question) throws InterruptedException {
        try {
            return question.ask();
        } catch (InterruptedIOException e) {
            throw new InterruptedException(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** The answer to an export. */
    private static final class Events implements Scan<String> {

        private final ControlClient holder;
        private final Asking<Boolean> begin;
        private boolean begun;
        private boolean ended;

        Events(ControlClient holder, Asking<Boolean> begin) {
            this.holder = holder;
            this.begin = begin;
        }

        @Override
        public List<String> next() throws InterruptedException {
            return asking(() -> {
                begun = begun || begin.ask();
                List<String> slice = new ArrayList<>();
                while (!ended && slice.size() < SLICE) {
                    take(holder.line(), slice);
                }
                return slice;
            });
        }

        private void take(String line, List<String> slice) throws IOException {
            if (line.startsWith(BEFORE)) {
                slice.add(line.substring(BEFORE.length(), line.length() - 1));
                return;
            }
            ControlMessage end = ControlMessage.parse(line).orElseGet(() -> ControlMessage.of("", line));
            if (!end.label().equals("EOSE")) {
                throw new IOException("the export has broken off: " + end.text(0));
            }
            ended = true;
        }
    }
}
