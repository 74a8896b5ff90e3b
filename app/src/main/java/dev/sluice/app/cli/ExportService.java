package dev.sluice.app.cli;

import dev.sluice.app.config.FilterText;
import dev.sluice.app.control.Command;
import dev.sluice.app.control.ControlMessage;
import dev.sluice.app.control.ControlReply;
import dev.sluice.app.text.LineReader;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Filter;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** {@code ["EXPORT","oldest_first",{filter}]}: the events of a filter, as fast as the peer reads them. */
record ExportService(EventArchive archive) implements Command {

    static final String LABEL = "EXPORT";

    @Override
    public void run(ControlMessage asked, LineReader input, ControlReply reply)
            throws IOException, InterruptedException {
        Order order = Order.valueOf(asked.text(0).toUpperCase(Locale.ROOT));
        Filter filter = FilterText.parse(asked.object());
        Scan<Encoded> scan = archive.encoded(filter, order);
        for (List<Encoded> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            reply.events(slice.stream().map(Encoded::json).toList());
        }
        reply.send(ControlMessage.of("EOSE", ControlReply.EXPORT.value()));
    }
}
