package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipInputStream;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Takes the catalogue over into a backup. What it holds may be lost: a catalogue that can't be copied is left out, and
 * whoever opens the backup begins it anew.
 */
final class CatalogueCopy {

    private CatalogueCopy() {}

    /**
     * Copies the catalogue of a directory. Blocks for the disk.
     *
     * @param open the catalogue when this process has it open; otherwise nobody has, for the directory is held
     * @return whether it is in the backup
     */
    static boolean into(BackupDirectory backup, Path source, @Nullable SqlCatalogue open) throws InterruptedException {
        CatalogueFiles from = new CatalogueFiles(source);
        CatalogueFiles to = backup.catalogue();
        try {
            if (!Files.exists(from.database())) {
                return false;
            }
            if (open == null) {
                Files.copy(from.database(), to.database());
            } else {
                open.pack(backup.packed());
                unpack(backup.packed(), to.database());
            }
            Files.copy(from.keyFile(), to.keyFile(), StandardCopyOption.COPY_ATTRIBUTES);
            read(to.database());
            return true;
        } catch (IOException | ArchiveException | MVStoreException e) {
            discard(to);
            return false;
        }
    }

    private static void unpack(Path packed, Path database) throws IOException {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(packed))) {
            if (in.getNextEntry() == null) {
                throw new IOException("nothing was packed");
            }
            Files.copy(in, database);
        }
    }

    /** Fails unless a whole version of the file is found. */
    private static void read(Path database) {
        new MVStore.Builder().fileName(database.toString()).readOnly().open().close();
    }

    private static void discard(CatalogueFiles copy) {
        try {
            Files.deleteIfExists(copy.database());
            Files.deleteIfExists(copy.keyFile());
        } catch (IOException e) {
            throw Faults.of(copy.database().toString(), e);
        }
    }
}
