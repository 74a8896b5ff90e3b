package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One process owns one directory. The lock file names the process, so that a second one can say who holds the archive;
 * the lock itself is the operating system's and ends with the process, however that ends.
 */
final class DirectoryLock implements AutoCloseable {

    static final String NAME = "lock";

    /** Far behind the text: where locks are mandatory the text must stay readable for others. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final FileChannel channel;
    private final FileLock lock;

    private DirectoryLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /** Makes the directory if needed and takes it. */
    static DirectoryLock take(Path directory) {
        Path file = directory.resolve(NAME);
        try {
            Files.createDirectories(directory);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw locked(directory, file);
            }
            name(channel);
            return new DirectoryLock(channel, lock);
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    private static ArchiveException unusable(Path directory, IOException e) {
        return new ArchiveException(
                ArchiveException.Kind.IO,
                "The directory " + directory + " can't be used: " + e + ". Check that it can be written to.",
                e);
    }

    /** Whether somebody has the directory; nothing is made. */
    static boolean isHeld(Path directory) {
        Path file = directory.resolve(NAME);
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = tryLock(channel)) {
            return lock == null;
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(LOCKED_BYTE, 1, false);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static void name(FileChannel channel) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        String started = self.info().startInstant().map(Object::toString).orElse("an unknown time");
        String command = self.info().commandLine().or(self.info()::command).orElse("unknown command");
        String text = "process " + self.pid() + ", started " + started + ": " + shortened(command) + "\n";
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
    }

    /** A class path may be pages long; what a command does stands at its end. */
    private static String shortened(String command) {
        int most = 160;
        return command.length() <= most ? command : "… " + command.substring(command.length() - most);
    }

    private static ArchiveException locked(Path directory, Path file) {
        String holder;
        try {
            holder = Files.readString(file).strip();
        } catch (IOException e) {
            holder = "an unknown process";
        }
        return new ArchiveException(
                ArchiveException.Kind.LOCKED,
                "The archive in " + directory + " is in use by " + (holder.isEmpty() ? "another process" : holder)
                        + ". Stop that process, or choose another directory.");
    }

    @Override
    public void close() {
        try (channel) {
            channel.truncate(0);
            lock.release();
        } catch (IOException e) {
            throw new ArchiveException(ArchiveException.Kind.IO, "The lock can't be released: " + e, e);
        }
    }
}
