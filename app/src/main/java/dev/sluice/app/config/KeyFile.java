package dev.sluice.app.config;

import dev.sluice.app.config.ConfigurationException.Fault;
import dev.sluice.nostr.KeyPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Reads the file of a secret key: one line, {@code nsec1…} or 64 hex digits. Any fault is a
 * {@link ConfigurationException}, whose message never holds what stands in the file.
 */
public final class KeyFile {

    /** What a text must be to be a key. */
    public static final String WANTED = "wanted one secret key, nsec1… or 64 hex digits";

    private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private KeyFile() {}

    /** Reads a file that only its owner may read. */
    public static KeyPair read(Path file) {
        if (isOpenToOthers(file)) {
            throw TextFile.fault(file, "others can read or change this secret key: chmod 600 " + file);
        }
        List<String> lines = TextFile.read(file).lines().toList();
        int[] filled = IntStream.range(0, lines.size())
                .filter(i -> !lines.get(i).isBlank())
                .toArray();
        if (filled.length != 1) {
            throw fault(file, filled.length == 0 ? 0 : filled[1]);
        }
        try {
            return KeyPair.parse(lines.get(filled[0]).strip());
        } catch (IllegalArgumentException e) {
            throw fault(file, filled[0]);
        }
    }

    private static ConfigurationException fault(Path file, int index) {
        return new ConfigurationException(new Fault(file.toString(), index + 1, 1, WANTED));
    }

    private static boolean isOpenToOthers(Path file) {
        try {
            return Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains);
        } catch (UnsupportedOperationException e) {
            // a file system without modes: there is nothing to look at
            return false;
        } catch (IOException e) {
            // reading it says what is wrong
            return false;
        }
    }
}
