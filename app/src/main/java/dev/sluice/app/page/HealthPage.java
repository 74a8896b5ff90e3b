package dev.sluice.app.page;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Item;
import dev.sluice.nostr.Filter;
import java.util.List;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the archive can be read: 200, or 503. Nothing in it tells a stranger where files are. */
public final class HealthPage implements Page {

    private static final Logger LOG = LoggerFactory.getLogger(HealthPage.class);

    private static final Filter NEWEST = Filter.ALL.withLimit(OptionalInt.of(1));

    private final EventArchive archive;

    public HealthPage(EventArchive archive) {
        this.archive = archive;
    }

    @Override
    public Answer answer(String accept) throws InterruptedException {
        try {
            List<Item> unused = archive.items(NEWEST).next();
            return Answer.text(200, "ok\n");
        } catch (ArchiveException e) {
            LOG.warn("not healthy", e);
            return Answer.text(503, "the archive can't be read\n");
        }
    }
}
