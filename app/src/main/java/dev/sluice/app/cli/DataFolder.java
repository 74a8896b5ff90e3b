package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration.Serving;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import java.nio.file.Path;

/** The folder that holds an archive. */
final class DataFolder {

    private DataFolder() {}

    /** Opens the archive of a folder; both are made when they are missing. */
    static MvEventArchive open(Path folder) {
        return MvEventArchive.open(folder, ArchiveOptions.DEFAULT);
    }

    /** The same for a relay that has an address of its own, which requests to vanish may name (NIP-62). */
    static MvEventArchive open(Path folder, Serving serving) {
        return MvEventArchive.open(folder, ArchiveOptions.DEFAULT.withOwn(serving.urls()));
    }

    /** Opens an archive that must be there. */
    static MvEventArchive existing(Path folder) {
        demand(folder);
        return open(folder);
    }

    /** Refuses a folder without an archive. */
    static void demand(Path folder) {
        if (!MvEventArchive.exists(folder)) {
            throw new UsageException("there is no archive in " + folder
                    + ": name its folder with --data, or make one by import or mirror");
        }
    }
}
