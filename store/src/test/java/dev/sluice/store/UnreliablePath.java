package dev.sluice.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.List;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;

/** Makes {@link UnreliableDisk} known to H2 under {@code unreliable:NAME}. */
public final class UnreliablePath extends FilePath {

    static final String SCHEME = "unreliable";

    /** Registers the scheme; more than once does no harm. */
    static void register() {
        FilePath.register(new UnreliablePath());
    }

    static String name(String disk) {
        return SCHEME + ":" + disk;
    }

    private UnreliableDisk disk() {
        return UnreliableDisk.named(name.substring(SCHEME.length() + 1));
    }

    @Override
    public FileChannel open(String mode) {
        return new Channel(disk());
    }

    @Override
    public boolean exists() {
        return UnreliableDisk.exists(name.substring(SCHEME.length() + 1));
    }

    @Override
    public long size() {
        return disk().size();
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FilePath getPath(String path) {
        UnreliablePath other = new UnreliablePath();
        other.name = path;
        return other;
    }

    @Override
    public FilePath toRealPath() {
        return this;
    }

    @Override
    public FilePath getParent() {
        return null;
    }

    @Override
    public boolean isDirectory() {
        return false;
    }

    @Override
    public boolean isRegularFile() {
        return true;
    }

    @Override
    public boolean isAbsolute() {
        return true;
    }

    @Override
    public boolean canWrite() {
        return true;
    }

    @Override
    public long lastModified() {
        return 0;
    }

    @Override
    public boolean createFile() {
        return !exists();
    }

    @Override
    public void delete() {
        UnreliableDisk.forget(name.substring(SCHEME.length() + 1));
    }

    @Override
    public boolean setReadOnly() {
        return false;
    }

    @Override
    public List<FilePath> newDirectoryStream() {
        return List.of();
    }

    @Override
    public void createDirectory() {
        throw new IllegalStateException("there are no directories");
    }

    @Override
    public void moveTo(FilePath newName, boolean atomicReplace) {
        throw new IllegalStateException("files are not moved");
    }

    private static final class Channel extends FileBaseDefault {

        private final UnreliableDisk disk;

        Channel(UnreliableDisk disk) {
            this.disk = disk;
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return disk.read(target, position);
        }

        @Override
        public int write(ByteBuffer source, long position) throws IOException {
            return disk.write(source, position);
        }

        @Override
        public long size() {
            return disk.size();
        }

        @Override
        protected void implTruncate(long size) throws IOException {
            disk.truncate(size);
        }

        @Override
        public void force(boolean metaData) throws IOException {
            disk.sync();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            return new FileLock((FileChannel) this, position, size, shared) {
                @Override
                public boolean isValid() {
                    return true;
                }

                @Override
                public void release() {
                    // nobody else is there to take it
                }
            };
        }
    }
}
