package dev.sluice.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class JdkTest {
    /** The class-file version of Java 11. */
    private static final int JAVA_11 = 55;

    @TempDir
    private Path home;

    @Test
    void theReleaseIsReadFromTheFolder() throws IOException {
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Any\"\nJAVA_VERSION=\"25.0.3\"\n");

        assertEquals(25, new Jdk(home).feature());
    }

    @Test
    void anOldReleaseIsOlderThanAny() throws IOException {
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");

        assertEquals(1, new Jdk(home).feature());
    }

    @Test
    void anotherFolderIsNoJava() {
        assertEquals(0, new Jdk(home).feature());
    }

    @Test
    void theJavaThatRunsThisSuits() {
        assertEquals(Runtime.version().feature(), new Jdk(Path.of(System.getProperty("java.home"))).feature());
    }

    @Test
    void theLauncherLoadsOnJava11() throws IOException {
        for (Class<?> type : new Class<?>[] {Main.class, Jdk.class, Relaunch.class}) {
            try (InputStream bytes = type.getResourceAsStream(type.getSimpleName() + ".class")) {
                assertEquals(JAVA_11, ByteBuffer.wrap(bytes.readNBytes(8)).getShort(6), type.getName());
            }
        }
    }
}
