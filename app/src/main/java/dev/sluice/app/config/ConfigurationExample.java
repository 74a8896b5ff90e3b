package dev.sluice.app.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A configuration file in which every key stands, with what it means. */
public final class ConfigurationExample {

    private static final String FILE = "example.toml";

    private ConfigurationExample() {}

    /** Its text; it can be used as it stands. */
    public static String text() {
        try (InputStream file = ConfigurationExample.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is not in this jar");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
