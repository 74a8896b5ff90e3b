package dev.sluice.app.config;

import dev.sluice.app.config.ConfigurationException.Fault;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that the operator has written; one that can't be read is a {@link ConfigurationException}. */
public final class TextFile {

    private TextFile() {}

    /** All of it; decoded from UTF-8. */
    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw unread(file, e);
        }
    }

    static ConfigurationException unread(Path file, IOException why) {
        return fault(
                file,
                switch (why) {
                    case NoSuchFileException missing -> "there is no such file";
                    case CharacterCodingException latin -> "the file is not UTF-8";
                    default -> "the file can't be read: " + why.getMessage();
                });
    }

    /** A fault of the file as a whole. */
    static ConfigurationException fault(Path file, String what) {
        return new ConfigurationException(new Fault(file.toString(), 1, 1, what));
    }
}
