package dev.sluice.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * A file system of H2 that puts {@link SealedChannel} in front of another: {@code sealed:NAME}. Public because H2 makes
 * its instances.
 */
public final class SealedPath extends FilePathWrapper {

    private static final String SCHEME = "sealed";

    /** The sealed file of a name. */
    static String of(String name) {
        FilePath.register(new SealedPath());
        return SCHEME + ":" + name;
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        return new SealedChannel(unwrap().open(mode));
    }
}
