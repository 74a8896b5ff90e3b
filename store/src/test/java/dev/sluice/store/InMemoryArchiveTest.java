package dev.sluice.store;

import dev.sluice.archive.EventArchive;

class InMemoryArchiveTest extends EventArchiveContract {

    @Override
    EventArchive open(ArchiveOptions options) {
        return MvEventArchive.inMemory(options);
    }
}
