package dev.sluice.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The catalogue's files in an archive's directory: {@code catalogue.mv.db}, and {@code catalogue.key} with the password of
 * its owner. The key keeps the console, which every user of the machine can reach, from logging in as the owner: an H2
 * administrator can run any code.
 */
record CatalogueFiles(Path directory) {

    static final String DATABASE = "catalogue.mv.db";

    static final String KEY = "catalogue.key";

    CatalogueFiles {
        directory = directory.toAbsolutePath().normalize();
        if (directory.toString().contains(";")) {
            throw new IllegalArgumentException("H2 can't open a directory with ';' in its name: " + directory);
        }
    }

    /** H2's URL of the database, with nothing set. */
    String url() {
        return "jdbc:h2:file:" + directory.resolve("catalogue");
    }

    Path database() {
        return directory.resolve(DATABASE);
    }

    /** Where an unfit catalogue goes; a later one takes its place. */
    Path aside() {
        return directory.resolve("catalogue.mv.db.aside");
    }

    void setAside() throws IOException {
        if (Files.exists(database())) {
            Files.move(database(), aside(), REPLACE_EXISTING);
        }
    }

    /** Where the owner's password is kept. */
    Path keyFile() {
        return directory.resolve(KEY);
    }

    /** The owner's password, made and kept when there is none. */
    String key() throws IOException {
        Path file = keyFile();
        if (!Files.exists(file)) {
            Path fresh = Files.createTempFile(directory, "catalogue", ".tmp", ownerOnly());
            Files.writeString(fresh, Passwords.random(), US_ASCII);
            Files.move(fresh, file, ATOMIC_MOVE);
        }
        return Files.readString(file, US_ASCII).strip();
    }

    private static FileAttribute<?>[] ownerOnly() {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
