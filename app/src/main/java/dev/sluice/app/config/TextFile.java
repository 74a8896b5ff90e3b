package dev.sluice.app.config;

import dev.sluice.app.config.ConfigurationException.Fault;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that the operator has written; one that can't be read is a {@link ConfigurationException}. */
final class TextFile {

    private TextFile() {}

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw fault(file, "there is no such file");
        } catch (CharacterCodingException e) {
            throw fault(file, "the file is not UTF-8");
        } catch (IOException e) {
            throw fault(file, "the file can't be read: " + e.getMessage());
        }
    }

    /** A fault of the file as a whole. */
    static ConfigurationException fault(Path file, String what) {
        return new ConfigurationException(new Fault(file.toString(), 1, 1, what));
    }
}
