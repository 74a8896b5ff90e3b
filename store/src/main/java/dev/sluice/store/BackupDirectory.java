package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a backup is written: a directory beside its destination, which takes that name only when all in it is durable. It is
 * locked meanwhile; what a process that was killed has left there is cleared. Closed unfinished, it is removed.
 */
final class BackupDirectory implements AutoCloseable {

    private static final String UNFINISHED = ".unfinished";

    /** The catalogue on its way; of no use. */
    private static final String PACKED = "catalogue.zip";

    private static final List<String> CONTENTS =
            List.of(EventFile.NAME, CatalogueFiles.DATABASE, CatalogueFiles.KEY, PACKED);

    private final Path parent;
    private final Path destination;
    private final Path directory;
    private final DirectoryLock lock;
    private boolean finished;

    private BackupDirectory(Path parent, Path destination, Path directory, DirectoryLock lock) {
        this.parent = parent;
        this.destination = destination;
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Begins one.
     *
     * @param source the archive's directory: whoever can't read that can't read its backup
     * @param destination absolute; missing or empty, in a directory that is there
     */
    static BackupDirectory begin(Path source, Path destination) throws IOException {
        Path parent = destination.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw refused("There is no directory " + parent + " for the backup. Make it first.");
        }
        requireFree(destination);
        Path directory = destination.resolveSibling(destination.getFileName() + UNFINISHED);
        if (!Files.exists(directory)) {
            Files.createDirectory(directory, permissionsOf(source));
        }
        BackupDirectory begun = new BackupDirectory(parent, destination, directory, DirectoryLock.take(directory));
        begun.clear();
        return begun;
    }

    private static void requireFree(Path destination) throws IOException {
        if (!Files.exists(destination)) {
            return;
        }
        boolean empty = false;
        if (Files.isDirectory(destination)) {
            try (Stream<Path> contents = Files.list(destination)) {
                empty = contents.findAny().isEmpty();
            }
        }
        if (!empty) {
            throw refused(destination + " is there already and not an empty directory. Name a new one for the backup.");
        }
    }

    private static ArchiveException refused(String why) {
        return new ArchiveException(ArchiveException.Kind.IO, why);
    }

    private static FileAttribute<?>[] permissionsOf(Path source) throws IOException {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(Files.getPosixFilePermissions(source))}
                : new FileAttribute<?>[0];
    }

    /** Where the event file goes. */
    Path events() {
        return directory.resolve(EventFile.NAME);
    }

    /** Where the catalogue goes. */
    CatalogueFiles catalogue() {
        return new CatalogueFiles(directory);
    }

    /** Where the catalogue may be packed on its way. */
    Path packed() {
        return directory.resolve(PACKED);
    }

    /** Makes all of it durable and gives it the name of the destination, with the lock held: nobody else touches it. */
    void finish() throws IOException {
        Files.deleteIfExists(packed());
        for (String name : CONTENTS) {
            Path file = directory.resolve(name);
            if (Files.exists(file)) {
                sync(file);
            }
        }
        sync(directory);
        Files.move(directory, destination, StandardCopyOption.ATOMIC_MOVE);
        finished = true;
        sync(parent);
    }

    private static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private void clear() throws IOException {
        for (String name : CONTENTS) {
            Files.deleteIfExists(directory.resolve(name));
        }
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            if (!finished) {
                clear();
                Files.deleteIfExists(directory.resolve(DirectoryLock.NAME));
                Files.deleteIfExists(directory);
            }
        }
    }
}
